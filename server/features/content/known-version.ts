import { notFound, recordChanged } from '#shared/errors.ts';

/**
 * Checks that a locked row still has the version that its editor began from.
 * @param row the row, if it exists
 * @param called its name in a message, such as 'This link'
 * @param version the editor's version; undefined: any
 * @throws NOT_FOUND, RECORD_CHANGED
 */
export function asKnown<Row extends { version: number }>(row: Row | undefined, called: string, version?: number): Row {
  if (!row) throw notFound(called);
  if (version !== undefined && version !== row.version) throw recordChanged();
  return row;
}
