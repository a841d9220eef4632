import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';

/** A page as its reader sees it. */
export interface ReadPage {
  text: string;
  /** In points. */
  width: number;
  height: number;
  /** The content of its QR code; null if there is none. */
  qr: string | null;
  /** RGBA, `pixels` wide. */
  bitmap: Uint8Array;
  pixels: { width: number; height: number };
}

let library: Promise<PDFiumLibrary> | undefined;

/** Opens a PDF like a browser, and renders its pages. @param scale pixels per point */
export async function readPdf(bytes: Uint8Array, scale = 3): Promise<ReadPage[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  try {
    const pages: ReadPage[] = [];
    for (const page of document.pages()) {
      // Before rendering, which closes the page.
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const text = page.getText().replace(/\s+/g, ' ').trim();
      const { data, width, height } = await page.render({ scale, render: 'bitmap' });
      pages.push({
        text,
        width: originalWidth,
        height: originalHeight,
        qr: jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null,
        bitmap: data,
        pixels: { width, height },
      });
    }
    return pages;
  } finally {
    document.destroy();
  }
}
