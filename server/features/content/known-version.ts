import { notFound, recordChanged } from '#shared/errors.ts';

/**
 * The row that a change has locked, as the person who asked for the change knew it.
 * @param row what has the id
 * @param called what it is called in a message, such as 'This link'
 * @param version what the change began from; undefined: whatever is there
 * @throws NOT_FOUND, RECORD_CHANGED
 */
export function asKnown<Row extends { version: number }>(row: Row | undefined, called: string, version?: number): Row {
  if (!row) throw notFound(called);
  if (version !== undefined && version !== row.version) throw recordChanged();
  return row;
}
