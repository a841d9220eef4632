import type { PercentCrop } from 'react-image-crop';

/** The edge of the square that is sent, in pixels; the server stores a smaller one. */
const edge = 960;

/** Crops a picture that the browser shows; null if that fails. */
export async function cropToSquare(image: HTMLImageElement, crop: PercentCrop): Promise<File | null> {
  const width = (image.naturalWidth * crop.width) / 100;
  const height = (image.naturalHeight * crop.height) / 100;
  const size = Math.round(Math.min(edge, Math.max(width, height)));
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context || size === 0) return null;
  // JPEG has no transparency; without this it turns black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.drawImage(
    image,
    (image.naturalWidth * crop.x) / 100,
    (image.naturalHeight * crop.y) / 100,
    width,
    height,
    0,
    0,
    size,
    size,
  );
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return blob && new File([blob], 'profile.jpg', { type: blob.type });
}
