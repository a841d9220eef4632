import type { Language } from '#shared/languages.ts';
import { createPage, type Jpeg, millimetres, type Page, qrRows, shapeToFit } from './drawing.ts';

/** The texts of a receipt as they are printed; empty ones are left out. */
export interface ReceiptSheet {
  language: Language;
  association: string;
  address: string;
  /** Registration number, PAN, GSTIN. */
  official: [name: string, value: string][];
  number: string;
  /** Names and values, from top to bottom. */
  facts: [name: string, value: string][];
  amount: string;
  /** In one or two languages. */
  amountsInWords: string[];
  /** Which cancelled receipt this one replaces, in words. */
  replaces: string;
  treasurer: string;
  signature: Jpeg | null;
  /** Address of the verification. */
  verify: string;
  isCancelled: boolean;
  /** What is printed on every receipt. */
  words: Record<'title' | 'number' | 'verify' | 'verifyAt' | 'unsigned' | 'treasurer', string>;
}

const soft = '#475569';
const navy = '#1b365d';
const margin = 30;

/** A receipt on A5 landscape: half of an A4 sheet. */
export function receiptPage(sheet: ReceiptSheet): Page {
  const [width, height] = [millimetres(210), millimetres(148)];
  const inner = width - 2 * margin;
  const { words } = sheet;
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
  page.text(words.title, margin + 10, y + 3.5, 200, { size: 13, weight: 700, color: '#ffffff' });
  page.fitted(`${words.number} ${sheet.number}`, margin + 210, y + 5, inner - 220, 1, {
    size: 11,
    weight: 700,
    color: '#ffffff',
    align: 'right',
  });
  y += 32;

  const side = 92;
  const factsWidth = inner - side - 22;
  const labels = sheet.language === 'en' ? 96 : 138;
  const top = y;
  // A long name takes two lines; any other long value becomes smaller.
  for (const [name, value] of sheet.facts) {
    page.fitted(name, margin, y + 2, labels - 4, 1, { size: 9, color: soft });
    y =
      Math.max(page.fitted(value, margin + labels, y, factsWidth - labels, 2, { size: 11, leading: 0.92 }), y + 15) + 2;
  }
  if (sheet.replaces !== '') {
    y = page.text(sheet.replaces, margin, y + 1, factsWidth, { size: 8.5, color: soft });
  }

  const right = width - margin - side;
  page.squares(qrRows(sheet.verify), right, top + 3, side);
  page.fitted(words.verify, right - 12, top + side + 6, side + 24, 2, { size: 8, weight: 700, align: 'centre' });

  const foot = height - 27;
  page.rule(margin, foot, inner);
  page.fitted(`${words.verifyAt} ${sheet.verify}`, margin, foot + 4, inner, 1, { size: 7.5, color: soft });

  const box = 30 + 12 * sheet.amountsInWords.length;
  const boxTop = foot - box - 8;
  const signatureWidth = 150;
  page.rectangle(
    { x: margin, y: boxTop, width: inner - signatureWidth - 16, height: box },
    { fill: '#fbfaf6', stroke: '#c9c2b2', radius: 4 },
  );
  page.text(sheet.amount, margin + 10, boxTop + 2, 240, { size: 15, weight: 700 });
  for (const [index, amount] of sheet.amountsInWords.entries()) {
    page.fitted(amount, margin + 10, boxTop + 24 + index * 12.5, inner - signatureWidth - 36, 1, { size: 9.5 });
  }

  const left = width - margin - signatureWidth;
  if (sheet.treasurer === '' && sheet.signature === null) {
    page.text(words.unsigned, left, boxTop + 10, signatureWidth, {
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
    page.text(words.treasurer, left, below - 2, signatureWidth, { size: 8, color: soft, align: 'right' });
  }
  return page.page;
}
