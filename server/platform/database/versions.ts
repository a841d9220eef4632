import { notFound, recordChanged } from '#shared/errors.ts';

/**
 * The locked row, which still has the version that its editor began from; undefined: any.
 * @param called its name in a message, such as 'This link'
 * @throws NOT_FOUND, RECORD_CHANGED
 */
export function assertVersion<Row extends { version: number }>(
  row: Row | undefined,
  called: string,
  version?: number,
): Row {
  if (!row) throw notFound(called);
  if (version !== undefined && version !== row.version) throw recordChanged();
  return row;
}
