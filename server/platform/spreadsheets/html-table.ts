import { Parser } from 'htmlparser2';
import type { SheetRow } from './spreadsheet.ts';

interface Table {
  row: (string | null)[] | null;
  cell: { text: string; columns: number; rows: number } | null;
  /** Rows that a cell above goes on into, by column. */
  reserved: number[];
}

/** Between two tables, so that no row continues one of another table. */
const rowsBetween = 1;
/** The end of what stands in lines of their own. */
const lineEnds = new Set(['br', 'p', 'div', 'li']);

/**
 * The rows of all tables of a page in their order. A table within a table has rows of its own, and the cell around it has none of its
 * text.
 * @param columns the most columns of a row
 * @returns null where a cell goes over more
 */
export function htmlRows(html: string, columns: number): SheetRow[] | null {
  const rows: SheetRow[] = [];
  const tables: Table[] = [];
  let number = 0;
  let hidden = 0;
  let isTooWide = false;

  function endCell(table: Table): void {
    const { cell, row, reserved } = table;
    if (!cell || !row) return;
    table.cell = null;
    while ((reserved[row.length] ?? 0) > 0) row.push(null);
    for (let column = 0; column < cell.columns; column += 1) {
      reserved[row.length] = cell.rows;
      row.push(column === 0 ? cell.text.replace(/[^\S\n]+/gu, ' ').trim() : null);
    }
  }
  function endRow(table: Table): void {
    endCell(table);
    if (!table.row) return;
    for (const [column, left] of table.reserved.entries()) table.reserved[column] = Math.max(0, (left ?? 0) - 1);
    number += 1;
    rows.push({ number, cells: table.row });
    table.row = null;
  }

  const parser = new Parser({
    onopentag(name, { colspan, rowspan }) {
      const table = tables.at(-1);
      if (name === 'script' || name === 'style') hidden += 1;
      else if (name === 'table') {
        number += rowsBetween;
        tables.push({ row: null, cell: null, reserved: [] });
      } else if (!table) return;
      else if (name === 'tr') {
        endRow(table);
        table.row = [];
      } else if (name === 'td' || name === 'th') {
        endCell(table);
        table.row ??= [];
        const span = (attribute: string | undefined, max: number) =>
          Math.min(Math.max(1, Number.parseInt(attribute ?? '', 10) || 1), max);
        isTooWide ||= span(colspan, columns + 1) > columns;
        table.cell = { text: '', columns: span(colspan, columns), rows: span(rowspan, 1_000) };
      } else if (table.cell && lineEnds.has(name)) table.cell.text += '\n';
    },
    ontext(text) {
      const cell = tables.at(-1)?.cell;
      // Line breaks of the source are blanks.
      if (cell && hidden === 0) cell.text += text.replace(/\s+/gu, ' ');
    },
    onclosetag(name) {
      const table = tables.at(-1);
      if (name === 'script' || name === 'style') hidden = Math.max(0, hidden - 1);
      else if (!table) return;
      else if (name === 'td' || name === 'th') endCell(table);
      else if (name === 'tr') endRow(table);
      else if (name === 'table') {
        endRow(table);
        tables.pop();
        number += rowsBetween;
      }
    },
  });
  parser.write(html);
  parser.end();
  return isTooWide ? null : rows;
}
