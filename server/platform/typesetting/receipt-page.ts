import { createPage, type Jpeg, millimetres, type Page, qrRows, shapeToFit } from './drawing.ts';

/** The texts of a receipt as they are printed; empty ones are left out. */
export interface ReceiptSheet {
  association: string;
  address: string;
  /** Registration number, PAN, GSTIN. */
  official: [name: string, value: string][];
  number: string;
  date: string;
  /** Names and values, from top to bottom. */
  facts: [name: string, value: string][];
  amount: string;
  amountInWords: string;
  /** The number of the cancelled receipt that this one replaces. */
  replaces: string;
  treasurer: string;
  signature: Jpeg | null;
  /** Address of the verification. */
  verify: string;
  isCancelled: boolean;
}

const soft = '#475569';
const navy = '#1b365d';
const margin = 30;

/** A receipt on A5 landscape: half of an A4 sheet. */
export function receiptPage(sheet: ReceiptSheet): Page {
  const [width, height] = [millimetres(210), millimetres(148)];
  const inner = width - 2 * margin;
  const page = createPage(width, height);
  if (sheet.isCancelled)
    page.across('CANCELLED', width / 2, height / 2, 24, { size: 84, weight: 700, color: '#f5c4bf' });

  let y = page.fitted(sheet.association, margin, 20, inner, 2, { size: 17, weight: 700, color: navy, leading: 0.9 });
  const address = sheet.address.split(/\s*\n\s*/).join(', ');
  if (address !== '') y = page.fitted(address, margin, y + 1, inner, 2, { size: 8.5, color: soft, leading: 0.95 });
  const official = sheet.official.map(([name, value]) => `${name} ${value}`).join('  ·  ');
  if (official !== '') y = page.fitted(official, margin, y, inner, 1, { size: 8.5, color: soft });
  y += 6;
  page.rectangle({ x: margin, y, width: inner, height: 25 }, { fill: navy });
  page.text('RECEIPT', margin + 10, y + 3.5, 120, { size: 13, weight: 700, color: '#ffffff' });
  page.fitted(`No. ${sheet.number}`, margin + 120, y + 5, inner - 130, 1, {
    size: 11,
    weight: 700,
    color: '#ffffff',
    align: 'right',
  });
  y += 32;

  const side = 92;
  const factsWidth = inner - side - 22;
  const top = y;
  // A long name takes two lines; any other long value becomes smaller.
  for (const [name, value] of [['Date', sheet.date] as const, ...sheet.facts]) {
    page.text(name, margin, y + 2, 96, { size: 9, color: soft });
    y = Math.max(page.fitted(value, margin + 96, y, factsWidth - 96, 2, { size: 11, leading: 0.92 }), y + 15) + 2;
  }
  if (sheet.replaces !== '') {
    const text = `In place of receipt ${sheet.replaces}, which was cancelled.`;
    y = page.text(text, margin, y + 1, factsWidth, { size: 8.5, color: soft });
  }

  const right = width - margin - side;
  page.squares(qrRows(sheet.verify), right, top + 3, side);
  page.text('Verify this receipt', right - 12, top + side + 6, side + 24, { size: 8, weight: 700, align: 'centre' });

  const foot = height - 27;
  page.rule(margin, foot, inner);
  page.fitted(`Verify at ${sheet.verify}`, margin, foot + 4, inner, 1, { size: 7.5, color: soft });

  const box = 42;
  const boxTop = foot - box - 8;
  const signatureWidth = 150;
  page.rectangle(
    { x: margin, y: boxTop, width: inner - signatureWidth - 16, height: box },
    { fill: '#fbfaf6', stroke: '#c9c2b2', radius: 4 },
  );
  page.text(sheet.amount, margin + 10, boxTop + 2, 240, { size: 15, weight: 700 });
  page.fitted(sheet.amountInWords, margin + 10, boxTop + 24, inner - signatureWidth - 36, 1, { size: 9.5 });

  const left = width - margin - signatureWidth;
  if (sheet.treasurer === '' && sheet.signature === null) {
    page.text('Computer-generated,\nvalid without signature', left, boxTop + 10, signatureWidth, {
      size: 8.5,
      color: soft,
      align: 'right',
    });
  } else {
    if (sheet.signature) {
      page.jpeg(sheet.signature, { x: left, y: boxTop - 18, width: signatureWidth, height: 34 }, 'right');
    }
    const nameStyle = { size: 9.5, weight: 700, align: 'right', leading: 0.9 } as const;
    const name = shapeToFit(sheet.treasurer, { width: signatureWidth, lines: 2, height: 19 }, nameStyle);
    const below = page.putLines(name, left, boxTop + 17, signatureWidth, nameStyle);
    page.text('Treasurer', left, below - 2, signatureWidth, { size: 8, color: soft, align: 'right' });
  }
  return page.page;
}
