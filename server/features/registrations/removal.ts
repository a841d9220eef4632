import { eraseNumbers } from '#server/features/bearers/bearers.queries.ts';
import { emptyCases } from '#server/features/cases/cases.queries.ts';
import { erasePersonFromCheckoff } from '#server/features/checkoff/authorisations.queries.ts';
import { eraseMessages } from '#server/features/contact/erasure.queries.ts';
import { forget } from '#server/features/ledger/decisions.ts';
import { erasePersonFromLetters } from '#server/features/letters/letter-records.ts';
import { deleteMembers, findMergedInto } from '#server/features/members/members.queries.ts';
import { erasePersonFromConferences, type GuestErasure } from '#server/features/participations/own/erasure.ts';
import { findEmailsOf } from '#server/features/participations/participations.queries.ts';
import { forgetPerson } from '#server/features/payments/ledger.ts';
import { eraseFromRolls } from '#server/features/votes/roll.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { clearHistoryNotes, writeLog } from '#server/platform/log/log.queries.ts';
import { findChangedEmails } from '#server/platform/mail/mail.queries.ts';
import type { Files } from '#server/platform/storage/files.ts';
import { eraseFromLists, type RemovableRow } from './retention.queries.ts';

/**
 * Deletes records, locked by the caller, with their mails and files. The log keeps their references without free
 * text, the ledger received payments.
 * @throws MONEY_OPEN while a payment of one of them is claimed or has to be refunded
 * @param by an administrator's e-mail, or 'website'
 * @param actionOf the action for the log
 * @param asGuests which participations as guests with the same e-mail are erased too, and unless none, with messages to the office
 */
export async function removeRecords(
  tx: Transaction,
  files: Files,
  rows: readonly RemovableRow[],
  by: string,
  actionOf: (row: RemovableRow) => string,
  asGuests: GuestErasure,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await erasePersonFromCheckoff(tx, files, ids);
  const proofs: (string | null)[] = [];
  for (const row of rows) proofs.push(...(await forgetPerson(tx, row)), ...(await forget(tx, row)));
  await erasePersonFromConferences(tx, ids, asGuests);
  const merged = await findMergedInto(tx, ids);
  const numbers = merged.flatMap(({ memberNumber }) => memberNumber ?? []);
  await erasePersonFromLetters(tx, ids, numbers);
  await eraseFromRolls(tx, ids, numbers);
  await eraseNumbers(tx, ids);
  const ofCases = await emptyCases(tx, { memberIds: ids });
  const lists = await eraseFromLists(tx, ids);
  if (asGuests !== 'none') {
    await eraseMessages(tx, [...(await findEmailsOf(tx, ids)), ...(await findChangedEmails(tx, ids))]);
  }
  await clearHistoryNotes(tx, ids);
  await deleteMembers(tx, ids);
  const left = merged.flatMap((each) => each.files);
  await files.release(
    tx,
    ...rows.flatMap((row) => [row.documentFile, row.pictureFile]),
    ...proofs,
    ...left,
    ...lists,
    ...ofCases,
  );
  for (const row of rows) {
    await writeLog(tx, { kind: 'decision', by, subject: row.reference, action: actionOf(row) });
  }
  await notify(tx, 'members');
}
