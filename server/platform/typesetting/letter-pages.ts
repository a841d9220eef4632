import type { Language } from '#shared/languages.ts';
import { createPage, millimetres, type Page } from './drawing.ts';

/** The texts of a letter; empty ones are left out. */
export interface LetterSheet {
  /** Absent: English. */
  language?: Language;
  association: string;
  address: string;
  /** Line by line. */
  to: string[];
  date: string;
  subject: string;
  paragraphs: string[];
  facts: [name: string, value: string][];
  tables: { title: string; heads: string[]; rows: string[][] }[];
  /** Lines to be filled in by hand: the names below them, side by side. */
  signatures: string[][];
}

const navy = '#1b365d';
const soft = '#475569';
const [width, height] = [millimetres(210), millimetres(297)];
const margin = 56;
const inner = width - 2 * margin;
const foot = height - 56;
const rowHeight = 16;

/** A letter on A4 with the association's head, on as many pages as it needs. */
export function letterPages(sheet: LetterSheet): Page[] {
  const pages = [createPage(width, height)];
  let y = 48;
  const page = () => pages.at(-1)!;
  const room = (needed: number) => {
    if (y + needed <= foot) return;
    pages.push(createPage(width, height));
    y = 48;
  };
  y = page().fitted(sheet.association, margin, y, inner, 2, { size: 17, weight: 700, color: navy, leading: 0.9 });
  const address = sheet.address.split(/\s*\n\s*/).join(', ');
  if (address !== '') y = page().fitted(address, margin, y + 1, inner, 1, { size: 8.5, color: soft });
  page().rule(margin, y + 6, inner, navy);
  y += 22;
  page().text(sheet.date, margin, y, inner, { size: 10, align: 'right' });
  for (const line of sheet.to) y = page().text(line, margin, y, inner - 120, { size: 10.5 }) + 1;
  y = page().text(sheet.subject, margin, y + 16, inner, { size: 12, weight: 700 }) + 8;
  for (const text of sheet.paragraphs) {
    room(60);
    y = page().text(text, margin, y, inner, { size: 10.5 }) + 8;
  }
  for (const [name, value] of sheet.facts) {
    room(24);
    page().text(name, margin, y, 150, { size: 10, color: soft });
    y = page().text(value, margin + 156, y, inner - 156, { size: 10.5, weight: 700 }) + 5;
  }
  for (const { title, heads, rows } of sheet.tables) {
    room(rowHeight * 3 + 20);
    y = page().text(title, margin, y + 12, inner, { size: 11, weight: 700, color: navy }) + 4;
    const cells = (texts: readonly string[], weight?: 700) => {
      room(rowHeight);
      const column = inner / heads.length;
      for (const [index, text] of texts.entries()) {
        const style = { size: 9, ...(weight && { weight, color: navy }) };
        if (text !== '') page().fitted(text, margin + index * column, y + 2, column - 6, 1, style);
      }
      y += rowHeight;
      page().rule(margin, y, inner, '#e3ded2');
    };
    cells(heads, 700);
    for (const row of rows) cells(row);
  }
  for (const line of sheet.signatures) {
    room(70);
    y += 54;
    const part = inner / line.length;
    for (const [index, name] of line.entries()) {
      const x = margin + index * part;
      page().rule(x, y, part - 30, soft);
      page().text(name, x, y + 4, part - 30, { size: 9, color: soft });
    }
  }
  return pages.map((each) => each.page);
}
