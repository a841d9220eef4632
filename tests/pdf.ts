import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';

/** A page as its reader gets it. */
export interface ReadPage {
  text: string;
  /** In points. */
  width: number;
  height: number;
  /** What its QR code says; null without one. */
  qr: string | null;
  /** RGBA, `pixels` wide. */
  bitmap: Uint8Array;
  pixels: { width: number; height: number };
}

let library: Promise<PDFiumLibrary> | undefined;

/** Opens a PDF as browsers do, and draws its pages. @param scale pixels for each point */
export async function readPdf(bytes: Uint8Array, scale = 3): Promise<ReadPage[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  try {
    const pages: ReadPage[] = [];
    for (const page of document.pages()) {
      // Before it is drawn, which closes it.
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
