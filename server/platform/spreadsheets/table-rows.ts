import { type CellValue, type SheetRow, textOf } from './spreadsheet.ts';

// A row is read in the shape of its table or not at all: nothing is shifted, and nothing is made of a part of a cell.

/** What a row must be like. */
export interface Shape {
  /** Columns of the table, with those that the separators at the end of its heads make. */
  width: number;
  /** Cells that a row of a text file must have. */
  least: number;
}

/** The width of a table by its heads. */
export const widthOf = ({ cells, width }: SheetRow): number => Math.max(cells.length, width ?? 0);

/**
 * Takes the rows of a table one after the other. A row with a cell of several lines is one if it has as many cells as its table has
 * columns, else each of its lines is one: then a mark that does not pair has joined them.
 */
export function joinLines(width: () => number): (row: SheetRow) => SheetRow[] {
  let added = 0;
  const moved = (row: SheetRow) => (added === 0 ? row : { ...row, number: row.number + added });
  return (row) => {
    if (!row.lines || row.width === width()) return [moved(row)];
    const lines = row.lines.map(moved);
    added += row.lines.at(-1)!.number - row.number;
    return lines;
  };
}

export function* joinedRows(rows: Iterable<SheetRow>, width: () => number): Generator<SheetRow> {
  const join = joinLines(width);
  for (const row of rows) yield* join(row);
}

/** Why a row has not the shape of its table; null where it has. */
export function misfitOf({ cells, width, isBroken }: SheetRow, shape: Shape): string | null {
  if (isBroken) return 'A quotation mark in it is not paired.';
  // Separators at the end of rows alone look like a row that was shifted by a comma.
  if (Math.max(cells.length, width ?? 0) > shape.width) return 'It has more cells than the table has columns.';
  return width !== undefined && width < shape.least ? 'It has fewer cells than the table has columns.' : null;
}

/** The same in a list, where a cell of a workbook beside the heads shifts nothing, as it has an address. */
export const misfitInList = (row: SheetRow, width: number): string | null =>
  row.isBroken || row.width !== undefined ? misfitOf(row, { width, least: 0 }) : null;

/** A row of which nothing was read: as numbered by spreadsheet programs, what stands in it, and why. */
export interface UnreadRow {
  row: number;
  text: string;
  reason: string;
}

export const unreadRow = ({ number, cells }: SheetRow, reason: string, maxLength: number): UnreadRow => ({
  row: number,
  text: rowText(cells, maxLength),
  reason,
});

/** A row as it is shown to people, as where it was not read. */
export const rowText = (cells: readonly CellValue[], maxLength: number): string =>
  cells
    .map(textOf)
    .filter((text) => text !== '')
    .join(' | ')
    .slice(0, maxLength)
    .toWellFormed();
