import type { Locator } from 'vitest/browser';

/** Draws a picture, red at the left and blue at the right. @param orientation the EXIF value; 6 is rotated by a quarter turn */
export async function pictureFile(
  name: string,
  { width = 240, height = 300, orientation = 1 }: { width?: number; height?: number; orientation?: number } = {},
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const isLeft = (at / 4) % width < width / 2;
    // Noise makes the file as large as a camera's.
    const noise = Math.random() * 120;
    pixels.data.set(isLeft ? [255, noise, noise, 255] : [noise, noise, 255, 255], at);
  }
  context.putImageData(pixels, 0, 0);
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })).arrayBuffer());
  // Inserted after the file's first marker: an EXIF segment with only the orientation.
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const exif = [...new TextEncoder().encode('Exif'), 0, 0, ...tiff];
  const segment = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
  return new File([jpeg.slice(0, 2), segment, jpeg.slice(2)], name, { type: 'image/jpeg' });
}

/** Chooses a file like a person. Its bytes are not sent to the browser, which would take seconds. */
export function chooseFile(input: Locator, file: File) {
  const element = input.element() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  element.files = chosen.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
