import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { Language } from '#shared/languages.ts';
import { Sentence } from '#shared/sentence.ts';
import { createPage, type Jpeg, millimetres, type Page, qrRows, shapeToFit } from './drawing.ts';

/** The texts of a member card; empty ones are left out. */
export interface CardSheet {
  /** Of the words on it. */
  language: Language;
  association: string;
  address: string;
  contact: string;
  name: string;
  memberNumber: string;
  membership: string;
  state: string;
  validUntil: string;
  photo: Jpeg | null;
  /** Address of the verification. */
  verify: string;
}

/** The size of credit cards (ISO/IEC 7810 ID-1). */
const [cardWidth, cardHeight] = [millimetres(85.6), millimetres(53.98)];
const navy = '#1b365d';
const soft = '#475569';
const saffron = '#b45309';
const edge = 9;

/** The front with the person, which is also the picture for the phone. */
export function cardFront(sheet: CardSheet): Page {
  const page = createPage(cardWidth, cardHeight);
  page.rectangle({ x: 0, y: 0, width: cardWidth, height: cardHeight }, { fill: '#ffffff' });
  page.rectangle({ x: 0, y: 0, width: cardWidth, height: 33 }, { fill: navy });
  page.rectangle({ x: 0, y: 33, width: cardWidth, height: 2 }, { fill: saffron });
  page.fitted(sheet.association, edge, 4, cardWidth - 2 * edge, 1, { size: 9.5, weight: 700, color: '#ffffff' });
  const t = (text: string) => inLanguage(text, sheet.language);
  page.text(t('MEMBER CARD'), edge, 18.5, 150, { size: 6.5, color: '#e3ded2' });

  const photo = { x: edge, y: 44, width: 50, height: 50 };
  page.rectangle(photo, { fill: '#f1eee6', stroke: '#c9c2b2' });
  if (sheet.photo) page.jpeg(sheet.photo, photo);
  else page.text(t('No photo'), photo.x, photo.y + 20, photo.width, { size: 6.5, color: soft, align: 'centre' });

  const side = 56;
  const right = cardWidth - edge - side;
  page.squares(qrRows(sheet.verify), right, 44, side);
  page.text(t('Scan to verify'), right - 4, 44 + side + 1, side + 8, { size: 6, color: soft, align: 'centre' });

  const left = photo.x + photo.width + 8;
  const wide = right - 7 - left;
  const nameStyle = { size: 11, weight: 700, leading: 0.88 } as const;
  const name = shapeToFit(sheet.name, { width: wide, lines: 5, height: 50 }, nameStyle);
  // A name is never smaller than what stands below it.
  const below = { size: Math.min(7.5, name[0]?.size ?? 7.5), color: soft, leading: 0.9 };
  let y = page.putLines(name, left, 40, wide, nameStyle);
  y = page.fitted(sheet.membership, left, y, wide, 1, below);
  page.fitted(sheet.state, left, y - 1, wide, 2, below);

  const pair = (name: string, value: string, x: number, top: number, width: number) => {
    page.text(name, x, top, width, { size: 5.8, color: soft });
    page.fitted(value, x, top + 7.5, width, 1, { size: 8.5, weight: 700 });
  };
  const foot = cardHeight - 29;
  pair(t('Member number'), sheet.memberNumber, edge, foot, 82);
  if (sheet.validUntil !== '')
    pair(
      inLanguage(new Sentence('Valid until{day}', { day: '' }), sheet.language),
      sheet.validUntil,
      edge + 84,
      foot,
      84,
    );
  return page.page;
}

/** The back, with the text for a finder. */
function cardBack(sheet: CardSheet): Page {
  const page = createPage(cardWidth, cardHeight);
  const inner = cardWidth - 2 * edge;
  page.rectangle({ x: 0, y: 0, width: cardWidth, height: cardHeight }, { fill: '#ffffff' });
  page.rectangle({ x: 0, y: 0, width: cardWidth, height: 6 }, { fill: navy });
  let y = page.fitted(sheet.association, edge, 14, inner, 2, { size: 9, weight: 700, color: navy, leading: 0.9 });
  const address = sheet.address.split(/\s*\n\s*/).join(', ');
  if (address !== '') y = page.fitted(address, edge, y + 2, inner, 3, { size: 7, color: soft, leading: 0.92 });
  if (sheet.contact !== '') y = page.fitted(sheet.contact, edge, y, inner, 2, { size: 7, color: soft, leading: 0.92 });
  const text = inLanguage(
    'This card shows membership of the association; it is no identity document of a court or of the Government. Whether it is valid is said by the code on the front. If found, please send it to the association.',
    sheet.language,
  );
  page.text(text, edge, y + 5, inner, { size: 6.5, leading: 0.95 });
  page.fitted(sheet.verify, edge, cardHeight - 15, inner, 1, { size: 6, color: soft });
  return page.page;
}

export const cardPages = (sheet: CardSheet): Page[] => [cardFront(sheet), cardBack(sheet)];

/** Front and back side by side on A4, to be cut out and folded. */
export function cardOnA4(sheet: CardSheet): Page {
  const a4 = createPage(millimetres(210), millimetres(297));
  const left = (a4.page.width - 2 * cardWidth) / 2;
  const top = millimetres(40);
  const caption = inLanguage('Member card: cut along the line and fold in the middle.', sheet.language);
  a4.text(caption, left, top - 24, 2 * cardWidth, {
    size: 9,
    color: soft,
  });
  for (const [index, { items }] of cardPages(sheet).entries()) {
    const moved = items.map((item) => ({ ...item, x: item.x + left + index * cardWidth, y: item.y + top }));
    a4.page.items.push(...moved);
  }
  for (const x of [left, left + cardWidth]) {
    a4.rectangle({ x, y: top, width: cardWidth, height: cardHeight }, { stroke: '#9aa3b0', strokeWidth: 0.4 });
  }
  return a4.page;
}
