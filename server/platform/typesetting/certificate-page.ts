import type { Language } from '#shared/languages.ts';
import { createPage, type Jpeg, millimetres, type Page, qrRows, shapeToFit } from './drawing.ts';

/** The texts of a certificate of participation; empty ones are left out. */
export interface CertificateSheet {
  language: Language;
  association: string;
  address: string;
  number: string;
  name: string;
  /** In words; '' for guests. */
  memberNumber: string;
  title: string;
  /** When it was held, and whether online. */
  held: string;
  place: string;
  /** At most two. */
  signers: { name: string; office: string; signature: Jpeg | null }[];
  /** Address of the verification. */
  verify: string;
  /** What is printed on every certificate; the title in one or two languages. */
  words: Record<'certify' | 'tookPart' | 'unsigned' | 'number' | 'verifyAt', string> & { title: string[] };
}

const navy = '#1b365d';
const soft = '#475569';
const saffron = '#b45309';
const line = '#c9c2b2';

/** A certificate on A4 landscape. */
export function certificatePage(sheet: CertificateSheet): Page {
  const [width, height] = [millimetres(297), millimetres(210)];
  const page = createPage(width, height);
  const edge = 20;
  page.rectangle({ x: 0, y: 0, width, height }, { fill: '#fffdf8' });
  const frame = (inset: number, stroke: string, strokeWidth: number) =>
    page.rectangle(
      { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset },
      { stroke, strokeWidth },
    );
  frame(edge, navy, 3);
  frame(edge + 6, saffron, 0.8);
  // The frame's corners.
  for (const x of [edge + 6, width - edge - 6]) {
    for (const y of [edge + 6, height - edge - 6]) {
      page.rectangle({ x: x - 5, y: y - 5, width: 10, height: 10 }, { fill: navy, radius: 1 });
      page.rectangle({ x: x - 2, y: y - 2, width: 4, height: 4 }, { fill: '#fffdf8' });
    }
  }

  const margin = 78;
  const inner = width - 2 * margin;
  const centred = { align: 'centre' } as const;
  let y = page.fitted(sheet.association, margin, 48, inner, 2, {
    ...centred,
    size: 21,
    weight: 700,
    color: navy,
    leading: 0.92,
  });
  const address = sheet.address.split(/\s*\n\s*/).join(', ');
  if (address !== '') y = page.fitted(address, margin, y + 1, inner, 1, { ...centred, size: 9, color: soft });
  const short = 130;
  page.rule((width - short) / 2, y + 10, short, saffron);
  const { words } = sheet;
  for (const [index, title] of words.title.entries()) {
    const style = { ...centred, size: index === 0 ? 24 : 18, weight: 700, color: saffron } as const;
    y = page.text(title, margin, index === 0 ? y + 19 : y - 4, inner, style);
  }

  // The text is centred in the space above the signatures, whatever its number of lines.
  const foot = height - 158;
  const body = (top: number, target: ReturnType<typeof createPage>) => {
    let at = target.text(words.certify, margin, top, inner, { ...centred, size: 13, color: soft });
    const nameStyle = { ...centred, size: 36, weight: 700, color: navy, leading: 0.88 } as const;
    at = target.putLines(
      shapeToFit(sheet.name, { width: inner, lines: 2, height: 90 }, nameStyle),
      margin,
      at + 3,
      inner,
      nameStyle,
    );
    if (sheet.memberNumber !== '') {
      at = target.text(sheet.memberNumber, margin, at + 5, inner, {
        ...centred,
        size: 10.5,
        color: soft,
      });
    }
    at = target.text(words.tookPart, margin, at + 9, inner, { ...centred, size: 13, color: soft });
    at = target.fitted(sheet.title, margin, at + 4, inner, 2, { ...centred, size: 20, weight: 700, leading: 0.92 });
    at = target.fitted(sheet.held, margin, at + 8, inner, 1, { ...centred, size: 12.5 });
    return sheet.place === ''
      ? at
      : target.fitted(sheet.place, margin, at, inner, 2, { ...centred, size: 12.5, leading: 0.95 });
  };
  const tall = body(0, createPage(width, height));
  body(y + 6 + Math.max(0, (foot - y - 6 - tall) / 2), page);

  const side = 74;
  const base = height - edge - 24;
  const squares = base - 26 - side;
  page.squares(qrRows(sheet.verify), (width - side) / 2, squares, side, navy);
  page.text(`${words.number} ${sheet.number}`, margin, squares + side + 3, inner, {
    ...centred,
    size: 10.5,
    weight: 700,
  });
  page.fitted(`${words.verifyAt} ${sheet.verify}`, margin, squares + side + 17, inner, 1, {
    ...centred,
    size: 7.5,
    color: soft,
  });

  const wide = 210;
  for (const [index, signer] of sheet.signers.slice(0, 2).entries()) {
    const x = index === 0 ? margin - 6 : width - margin + 6 - wide;
    const rule = base - 36;
    if (signer.signature) {
      page.jpeg(signer.signature, { x: x + 40, y: rule - 50, width: wide - 80, height: 48 });
    }
    page.rule(x, rule, wide, line);
    const nameStyle = { ...centred, size: 11.5, weight: 700, leading: 0.9 } as const;
    const name = shapeToFit(signer.name, { width: wide, lines: 2, height: 28 }, nameStyle);
    const below = page.putLines(name, x, rule + 3, wide, nameStyle);
    page.fitted(signer.office, x, below - 1, wide, 1, { ...centred, size: 9.5, color: soft });
  }
  if (sheet.signers.length === 0) {
    page.text(words.unsigned, margin - 6, base - 30, wide, { size: 8.5, color: soft });
  }
  return page.page;
}
