/** Below this size nothing is gained that anybody would notice. */
const smallBytes = 1024 * 1024;
const quality = 0.86;

/** What the server takes; a form that only some browsers know (HEIC on an iPhone) becomes JPEG. */
const common = /^image\/(jpeg|png|webp|avif|gif)$/;

/**
 * Makes a picture small enough for a poor connection before it is sent: at most `longestEdge` pixels, as JPEG, upright
 * as the camera meant it. Hands back the file itself where that is good enough already.
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

/** As {@link shrinkPicture}; what this browser cannot read goes out as it is, and the server says why it is refused. */
export async function shrinkImage(file: File, longestEdge = 2000): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif' || file.type === 'image/svg+xml') return file;
  return (await shrinkPicture(file, longestEdge)) ?? file;
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG knows no transparency; without this it turns black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
