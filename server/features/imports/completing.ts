import {
  findHolder,
  lockMember,
  type MemberChange,
  type MemberRow,
  updateMember,
} from '#server/features/members/members.queries.ts';
import { changedFields, type Details, detailsOf, personColumns } from '#server/features/members/records.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { withdrawMails } from '#server/platform/mail/outbox.ts';
import {
  columnOf,
  type DetailName,
  detailNames,
  isPlaceWithin,
  type LocalityName,
  localityNames,
} from '#shared/person-fields.ts';
import { findCompletions, saveCommitted } from './imports.queries.ts';

/** The completed values, by column. */
export type Completed = Record<string, string | string[]>;

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The columns in which the record differs from these details. */
function differences(row: MemberRow, details: Details): Completed {
  const columns: Record<string, unknown> = personColumns(details);
  const detailColumns = detailNames.map((name) => columnOf(name));
  return Object.fromEntries(
    detailColumns.filter((column) => !same(columns[column], row[column])).map((column) => [column, columns[column]]),
  ) as Completed;
}

interface Change {
  details: Details;
  email: string;
  action: string;
  by: string;
  importId: string;
}

async function change(tx: Transaction, row: MemberRow, { details, email, action, by, importId }: Change) {
  const changed = differences(row, details);
  if (email !== row.email) changed.email = email;
  if (Object.keys(changed).length === 0) return changed;
  const { nameSearch, positionSearch } = personColumns(details);
  await updateMember(tx, row.id, { ...changed, nameSearch, positionSearch } as MemberChange);
  const note = changedFields(row, changed as Partial<MemberRow>).join(', ');
  await writeLog(tx, { kind: 'member', by, subject: row.reference, action, note, memberId: row.id, importId });
  return changed;
}

/**
 * Fills the empty fields of a record, and changes nothing else; an e-mail only if nobody else has it.
 * @returns what was filled in; null when there is no such record
 */
export async function completeRecord(
  tx: Transaction,
  id: string,
  input: Details,
  givenEmail: string,
  by: string,
  importId: string,
): Promise<Completed | null> {
  const row = await lockMember(tx, id, 'unrestricted');
  if (!row) return null;
  const current = detailsOf(row);
  const filled = detailNames.filter(
    (name) =>
      isEmpty(current[name]) &&
      !isEmpty(input[name]) &&
      (!localityNames.includes(name as LocalityName) || isPlaceWithin(current, input)),
  );
  const details = { ...current, ...Object.fromEntries(filled.map((name) => [name, input[name]])) };
  const lacksEmail = row.email === '' && givenEmail !== '' && !(await findHolder(tx, givenEmail, id));
  const email = lacksEmail ? givenEmail : row.email;
  return change(tx, row, { details, email, action: 'completed from an imported list', by, importId });
}

/**
 * Two records become one: what a list has filled in stays filled in by it, but for what the other record had itself. To be called while
 * both are there.
 */
export async function mergeCompletions(tx: Transaction, kept: MemberRow, dropped: MemberRow): Promise<void> {
  for (const { memberId, ...row } of await findCompletions(tx, [kept.id, dropped.id])) {
    const other: Readonly<Record<string, unknown>> = memberId === kept.id ? dropped : kept;
    const filled = Object.entries(row.completed!).filter(([column, value]) => !same(other[column], value));
    await saveCommitted(tx, row.importId, [{ row: row.row, memberId: kept.id, completed: Object.fromEntries(filled) }]);
  }
}

/** Whether no part of a locality is left without the one above it. */
function isWholeWithout(details: Details, emptied: readonly LocalityName[]): boolean {
  const left = localityNames.map((name) => (emptied.includes(name) ? '' : (details[name] ?? '')));
  return left.every((part, index) => index === 0 || part === '' || left[index - 1] !== '');
}

/** Empties the completed fields again, unless they were changed since; mails to a completed e-mail that have not left do not leave. */
export async function emptyAgain(
  tx: Transaction,
  id: string,
  completed: Completed,
  by: string,
  importId: string,
): Promise<void> {
  const row = await lockMember(tx, id, 'unrestricted');
  if (!row) return;
  const current = detailsOf(row);
  const isAsFilled = (name: DetailName) => same(row[columnOf(name)], completed[columnOf(name)]);
  const isFilledIn = (name: DetailName) => Object.hasOwn(completed, columnOf(name));
  // A locality is one value of three: half of it would name another.
  const localities = localityNames.filter(isFilledIn);
  const isEmptied = localities.every(isAsFilled) && isWholeWithout(current, localities);
  const names = detailNames.filter((name) =>
    localityNames.includes(name as LocalityName) ? isEmptied && isFilledIn(name) : isFilledIn(name) && isAsFilled(name),
  );
  const details = {
    ...current,
    ...Object.fromEntries(names.map((name) => [name, Array.isArray(current[name]) ? [] : ''])),
  };
  const isFilled = completed.email !== undefined && row.email === completed.email;
  if (isFilled) await withdrawMails(tx, ['credentials'], { memberId: id });
  const email = isFilled ? '' : row.email;
  await change(tx, row, { details, email, action: 'undid the completion from an imported list', by, importId });
}
