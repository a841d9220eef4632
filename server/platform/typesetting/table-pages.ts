import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { Language } from '#shared/languages.ts';
import { sentence } from '#shared/sentence.ts';
import { createPage, millimetres, type Page, type TextStyle } from './drawing.ts';

/** A table as a letter; empty texts are left out. */
export interface TableSheet {
  /** Of the words around the table; absent: English. */
  language?: Language;
  association: string;
  address: string;
  contact: string;
  title: string;
  subtitle: string;
  madeOn: string;
  /** Widths are parts of the whole; amounts are to the right. */
  columns: readonly { name: string; width: number; align: 'left' | 'right' }[];
  rows: readonly { cells: readonly string[]; strong?: boolean }[];
}

const navy = '#1b365d';
const soft = '#475569';
const [width, height] = [millimetres(210), millimetres(297)];
const margin = 42;
const inner = width - 2 * margin;
const rowHeight = 16;

/** A table on A4 with a letterhead, on as many pages as it needs. */
export function tablePages(sheet: TableSheet): Page[] {
  const pages: ReturnType<typeof createPage>[] = [];
  let y = 0;
  const whole = sheet.columns.reduce((sum, column) => sum + column.width, 0);
  const cells = (texts: readonly string[], style: Partial<TextStyle> = {}) => {
    const page = pages.at(-1)!;
    let x = margin;
    for (const [index, column] of sheet.columns.entries()) {
      const room = (inner * column.width) / whole;
      const text = texts[index] ?? '';
      if (text !== '') page.fitted(text, x, y + 2, room - 2, 1, { size: 8.5, align: column.align, ...style });
      x += room;
    }
    y += rowHeight;
    page.rule(margin, y, inner, '#e3ded2');
  };
  const open = () => {
    const page = createPage(width, height);
    pages.push(page);
    y = 40;
    if (pages.length === 1) {
      y = page.fitted(sheet.association, margin, y, inner, 2, { size: 17, weight: 700, color: navy, leading: 0.9 });
      const address = sheet.address.split(/\s*\n\s*/).join(', ');
      for (const text of [address, sheet.contact]) {
        if (text !== '') y = page.fitted(text, margin, y + 1, inner, 1, { size: 8.5, color: soft });
      }
      page.rule(margin, y + 6, inner, navy);
      y = page.fitted(sheet.title, margin, y + 18, inner, 1, { size: 14, weight: 700 });
      y = page.fitted(sheet.subtitle, margin, y + 2, inner, 1, { size: 9.5, color: soft }) + 10;
    }
    cells(
      sheet.columns.map(({ name }) => name),
      { weight: 700, color: navy },
    );
  };
  open();
  for (const { cells: texts, strong } of sheet.rows) {
    if (y + rowHeight > height - 60) open();
    cells(texts, strong ? { weight: 700 } : {});
  }
  for (const [index, page] of pages.entries()) {
    const foot = height - 34;
    const { language = 'en' } = sheet;
    page.text(inLanguage(sentence`Made on ${sheet.madeOn}; amounts in rupees`, language), margin, foot, inner / 2, {
      size: 8,
      color: soft,
    });
    const style = { size: 8, color: soft, align: 'right' } as const;
    const number = inLanguage(sentence`Page ${index + 1} of ${pages.length}`, language);
    page.text(number, margin + inner / 2, foot, inner / 2, style);
  }
  return pages.map(({ page }) => page);
}
