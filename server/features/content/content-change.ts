import { notify, type Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { notFound, recordChanged } from '#shared/errors.ts';

/**
 * Ends every change of public content: logs it, and tells all processes that their cached pages are outdated.
 * @param feature whose screen shows the record
 * @param by the administrator's e-mail
 * @param action such as 'News added', of the record with the title `subject`
 */
export async function recordContentChange(
  tx: Transaction,
  feature: string,
  by: string,
  action: string,
  subject: string,
  note = '',
): Promise<void> {
  await writeLog(tx, { kind: 'content', feature, by, action, subject, note });
  await notify(tx, 'content');
}

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
