import { createPage, millimetres, type Page, type TextStyle } from './drawing.ts';

/** The texts of a State's statement of shares; empty ones are left out. */
export interface SharesSheet {
  association: string;
  address: string;
  contact: string;
  State: string;
  /** In words, such as '1 Apr 2026 to 31 Mar 2027'. */
  period: string;
  madeOn: string;
  opening: string;
  closing: string;
  lines: { date: string; what: string; receiptNumber: string; amount: string; share: string; balance: string }[];
}

const navy = '#1b365d';
const soft = '#475569';
const [width, height] = [millimetres(210), millimetres(297)];
const margin = 42;
const inner = width - 2 * margin;
const rowHeight = 16;
/** Left edges and widths; amounts are to the right. */
const columns = [
  { name: 'Date', x: margin, width: 62, align: 'left' },
  { name: 'What', x: margin + 64, width: 186, align: 'left' },
  { name: 'Receipt', x: margin + 252, width: 74, align: 'left' },
  { name: 'Amount', x: margin + 328, width: 60, align: 'right' },
  { name: 'Share', x: margin + 390, width: 60, align: 'right' },
  { name: 'Balance', x: margin + 452, width: inner - 452, align: 'right' },
] as const;

/** A State's statement of shares on A4 with a letterhead, on as many pages as it needs. */
export function sharesPages(sheet: SharesSheet): Page[] {
  const pages: ReturnType<typeof createPage>[] = [];
  let y = 0;
  const cells = (texts: readonly string[], style: Partial<TextStyle> = {}) => {
    const page = pages.at(-1)!;
    for (const [index, { x, width: room, align }] of columns.entries()) {
      const text = texts[index] ?? '';
      if (text !== '') page.fitted(text, x, y + 2, room, 1, { size: 8.5, align, ...style });
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
      y = page.fitted(`Statement of shares: ${sheet.State}`, margin, y + 18, inner, 1, { size: 14, weight: 700 });
      y = page.text(sheet.period, margin, y + 2, inner, { size: 9.5, color: soft }) + 10;
    }
    cells(
      columns.map(({ name }) => name),
      { weight: 700, color: navy },
    );
  };
  open();
  cells(['', 'Opening balance', '', '', '', sheet.opening], { weight: 700 });
  for (const { date, what, receiptNumber, amount, share, balance } of sheet.lines) {
    if (y + rowHeight > height - 60) open();
    cells([date, what, receiptNumber, amount, share, balance]);
  }
  if (y + rowHeight > height - 60) open();
  cells(['', 'Closing balance', '', '', '', sheet.closing], { weight: 700 });
  for (const [index, page] of pages.entries()) {
    const foot = height - 34;
    page.text(`Made on ${sheet.madeOn}; amounts in rupees`, margin, foot, inner / 2, { size: 8, color: soft });
    const style = { size: 8, color: soft, align: 'right' } as const;
    page.text(`Page ${index + 1} of ${pages.length}`, margin + inner / 2, foot, inner / 2, style);
  }
  return pages.map(({ page }) => page);
}
