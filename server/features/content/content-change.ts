import { notify, type Transaction } from '#server/database/client.ts';
import { writeLog } from '#server/log/log.queries.ts';

/**
 * Ends every change of what the site shows: a line in the office's log, and a notice to all processes that what they
 * have rendered is old. Both come into force with the change itself.
 * @param by the administrator's e-mail
 * @param action what was done, such as 'News added'
 * @param subject which one, by its title
 * @param note what else the office should find in the log
 */
export async function recordContentChange(
  tx: Transaction,
  by: string,
  action: string,
  subject: string,
  note = '',
): Promise<void> {
  await writeLog(tx, { kind: 'content', by, action, subject, note });
  await notify(tx, 'content');
}
