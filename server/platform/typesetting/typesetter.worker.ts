import { parentPort } from 'node:worker_threads';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { type CardSheet, cardFront, cardOnA4, cardPages } from './card-page.ts';
import { type CertificateSheet, certificatePage } from './certificate-page.ts';
import { type LetterSheet, letterPages } from './letter-pages.ts';
import { type MinutesSheet, minutesPages } from './minutes-pages.ts';
import { writePdf } from './pdf.ts';
import { type ReceiptSheet, receiptPage } from './receipt-page.ts';
import { pageSvg } from './svg.ts';
import { type TableSheet, tablePages } from './table-pages.ts';

// A separate thread: a year's receipts must not block the server.

export type TypesetJob =
  | { kind: 'receipt'; sheet: ReceiptSheet }
  | { kind: 'certificate'; sheet: CertificateSheet }
  | { kind: 'table'; sheet: TableSheet }
  | { kind: 'letter'; sheet: LetterSheet }
  | { kind: 'minutes'; sheet: MinutesSheet }
  | { kind: 'card'; paper: 'card' | 'a4'; sheet: CardSheet }
  /** As SVG without fonts. */
  | { kind: 'card-picture'; sheet: CardSheet; pixels: number };

export type TypesetAnswer = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; failure: string };

function typeset(job: TypesetJob): Buffer {
  switch (job.kind) {
    case 'receipt': {
      const { sheet } = job;
      return writePdf([receiptPage(sheet)], {
        title: `Receipt ${sheet.number}`,
        author: sheet.association,
        language: sheet.language,
      });
    }
    case 'certificate': {
      const { sheet } = job;
      return writePdf([certificatePage(sheet)], {
        title: `Certificate ${sheet.number}`,
        author: sheet.association,
        language: sheet.language,
      });
    }
    case 'table': {
      const { sheet } = job;
      return writePdf(tablePages(sheet), {
        title: sheet.title,
        author: sheet.association,
        language: sheet.language ?? 'en',
      });
    }
    case 'letter': {
      const { sheet } = job;
      return writePdf(letterPages(sheet), {
        title: sheet.subject,
        author: sheet.association,
        language: sheet.language ?? 'en',
      });
    }
    case 'minutes': {
      const { sheet } = job;
      return writePdf(minutesPages(sheet), { title: `Minutes: ${sheet.title}`, author: sheet.association });
    }
    case 'card': {
      const { sheet, paper } = job;
      const pages = paper === 'card' ? cardPages(sheet) : [cardOnA4(sheet)];
      const title = `${inLanguage('Member card', sheet.language)} ${sheet.memberNumber}`;
      return writePdf(pages, { title, author: sheet.association, language: sheet.language });
    }
    case 'card-picture':
      return Buffer.from(pageSvg(cardFront(job.sheet), job.pixels));
  }
}

parentPort?.on('message', ({ id, job }: { id: number; job: TypesetJob }) => {
  try {
    const bytes = new Uint8Array(typeset(job));
    parentPort?.postMessage({ id, bytes } satisfies TypesetAnswer, [bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.name : 'unknown' } satisfies TypesetAnswer);
  }
});
