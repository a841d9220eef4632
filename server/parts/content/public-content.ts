import { notify, type Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { notFound } from '#shared/errors.ts';
import { type Pagination, paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';

/**
 * A page of the archive, which begins where the cards of a public list end.
 * @param count the number of public records
 * @param cards how many of them are cards
 * @returns the range of the records on the page
 * @throws NOT_FOUND for an empty page, except the first
 */
export function archivePage(
  page: number,
  count: number,
  cards: number,
): { pagination: Pagination; part: { offset: number; limit: number } } {
  const limit = limits.archivePage;
  const pagination = paginationOf(page, Math.max(0, count - cards), limit);
  if (page > Math.max(1, pagination.totalPages)) throw notFound('This page');
  return { pagination, part: { offset: cards + (page - 1) * limit, limit } };
}

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
