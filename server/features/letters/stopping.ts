import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { officeAddresses } from '#server/platform/mail/office-addresses.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { paths } from '#shared/paths.ts';
import * as queries from './letters.queries.ts';
import { withdrawQueued } from './sending.queries.ts';

/** Stops a locked letter for a reason that its author and the office are told. */
export async function stopLetter(
  tx: Transaction,
  { publicUrl }: Pick<Core['config'], 'publicUrl'>,
  row: queries.LetterRow,
  reason: string,
): Promise<void> {
  await queries.saveLetter(tx, row.id, { state: 'stopped' });
  await withdrawQueued(tx, row.id);
  await writeLog(tx, { kind: 'content', by: 'website', action: 'stopped a letter', subject: row.title, note: reason });
  const data = { title: row.title, number: row.number ?? '', reason, link: `${publicUrl}${paths.admin.letters}` };
  const office = await officeAddresses(tx, { power: 'letters', states: row.states });
  for (const to of new Set([row.by, ...office])) await enqueueMail(tx, { kind: 'letter-stopped', to, data });
}
