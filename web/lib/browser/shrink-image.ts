/** Shrinking a smaller file would gain nothing noticeable. */
const smallBytes = 1024 * 1024;
const quality = 0.86;

/** The types that the server accepts; one that only some browsers read (HEIC on an iPhone) becomes JPEG. */
const common = /^image\/(jpeg|png|webp|avif|gif)$/;

/**
 * Shrinks a picture before it is sent over a poor connection: at most `longestEdge` pixels, as JPEG, turned as its metadata
 * says. A file that is small enough is returned unchanged.
 * @returns null when this browser cannot read the picture
 */
export async function shrinkPicture(file: File, longestEdge: number): Promise<File | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
  try {
    const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
    const fits = scale === 1 && common.test(file.type);
    if (fits && file.size <= smallBytes) return file;
    const blob = await redraw(bitmap, scale);
    if (!blob || (fits && blob.size >= file.size)) return file;
    return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    });
  } finally {
    bitmap.close();
  }
}

/** As {@link shrinkPicture}, but a file that this browser cannot read is sent unchanged; the server says why it is refused. */
export async function shrinkImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif' || file.type === 'image/svg+xml') return file;
  return (await shrinkPicture(file, 2_000)) ?? file;
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency; without this it turns black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
