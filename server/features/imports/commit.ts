import type { Core } from '#server/core.ts';
import { findTier, insertMembers, type NewMember, nextReferences } from '#server/features/members/members.queries.ts';
import { type Details, personColumns } from '#server/features/members/records.ts';
import { insertWaivedAdmissions } from '#server/features/payments/payments.queries.ts';
import { askAllApproved } from '#server/features/subscription/dues.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import type { DoStep, JobKind, RunningJob, Step } from '#server/platform/jobs/jobs.ts';
import { writeLogLines } from '#server/platform/log/log.queries.ts';
import { clock, startOfIndianDay } from '#shared/clock.ts';
import type { Language } from '#shared/languages.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { type MembershipValue, membershipValues } from '#shared/memberships.ts';
import { person } from '#shared/person.ts';
import { type DetailName, detailNames } from '#shared/person-fields.ts';
import { completeRecord } from './completing.ts';
import { queueBatch } from './credentials.ts';
import {
  countKinds,
  findEnteredSince,
  findNextToCommit,
  findRow,
  findRowsNumbered,
  type ImportTableRow,
  lockImport,
  type StoredRow,
  saveCommitted,
  saveLeft,
  settleRows,
  updateImport,
} from './imports.queries.ts';
import { findHeldEmails, takeMemberNumber } from './people.queries.ts';
import { type Cursor, importNeeds } from './reading.ts';

export const commitKind = 'commitImport';
const rowsAtOnce = 200;

const note = 'imported';
/** Of a list without tiers, until the office has confirmed another or the same. */
const assumedTier: MembershipValue = 'Individual member';
type SkippedRow = Parameters<typeof saveLeft>[2][number];

const text = (row: StoredRow, field: string) => String(row.values[field] ?? '');

/** Midnight in India of a day; now without one. */
const momentOf = (day: string): Date => (day === '' ? clock.now() : startOfIndianDay(day));

/** The member of a row: Approved, like one approved today. */
function personOf(row: StoredRow, reference: string, memberNumber: string): NewMember {
  const now = clock.now();
  return {
    ...personColumns(detailsIn(row.values)),
    reference,
    memberNumber,
    status: 'Approved',
    membership: (text(row, 'membership') || assumedTier) as MembershipValue,
    tierAssumed: text(row, 'membership') === '',
    email: text(row, 'email'),
    termsVersion: currentTermsVersion,
    consentAt: now,
    consentTo: 'office',
    approvedAt: momentOf(text(row, 'joinedOn')),
    decidedAt: now,
    ...(text(row, 'language') !== '' && { language: text(row, 'language') as Language }),
  };
}

/** The details in a row's values, as a form would send them. */
function detailsIn(values: StoredRow['values']): Details {
  const none = (name: DetailName) => (person[name].kind === 'list' ? [] : '');
  return Object.fromEntries(detailNames.map((name) => [name, values[name] ?? none(name)])) as Details;
}

const meanwhile = {
  email: 'This e-mail has come to belong to a registration or a member meanwhile',
  mobile: 'Somebody with this mobile number has been entered meanwhile',
  name: 'Somebody with this name and date of birth has been entered meanwhile',
  memberNumber: 'This member number has been given to somebody else meanwhile',
} as const;

const refuse = (row: StoredRow, field: keyof typeof meanwhile): SkippedRow => ({
  row: row.row,
  problem: { field, value: text(row, field), message: meanwhile[field] },
});

/** Creates members from rows. A row whose e-mail or number was taken meanwhile is left out. */
async function createPeople(
  tx: Transaction,
  record: ImportTableRow,
  rows: StoredRow[],
  by: string,
): Promise<SkippedRow[]> {
  if (rows.length === 0) return [];
  const references = await nextReferences(tx, rows.length);
  const people: NewMember[] = [];
  for (const [index, row] of rows.entries()) {
    const number = text(row, 'memberNumber') || (await takeMemberNumber(tx, record.id));
    people.push(personOf(row, references[index]!, number));
  }
  // In a fixed order, so that two imports of the same people do not deadlock.
  const createdPeople = await insertMembers(
    tx,
    people.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
  );
  const written = rows.flatMap((row, index) => {
    const member = createdPeople.get(references[index]!);
    return member ? [{ row, member }] : [];
  });
  const fees = new Map<string, number>();
  for (const tier of membershipValues) fees.set(tier, (await findTier(tx, tier))?.fee ?? 0);
  await insertWaivedAdmissions(
    tx,
    written.map(({ member }) => ({ member, amount: fees.get(member.membership) ?? 0 })),
    note,
  );
  await askAllApproved(
    tx,
    written.map(({ member }) => ({ id: member.id, approvedAt: member.approvedAt ?? clock.now() })),
  );
  await writeLogLines(
    tx,
    written.map(({ member }) => ({
      kind: 'decision' as const,
      by,
      subject: member.reference,
      action: 'imported as a member',
      to: 'Approved',
      memberId: member.id,
      importId: record.id,
    })),
  );
  await saveCommitted(
    tx,
    record.id,
    written.map(({ row, member }) => ({ row: row.row, memberId: member.id, completed: null })),
  );
  // By a registration at this moment.
  const refused = rows.filter((_row, index) => !createdPeople.has(references[index]!));
  const held = await findHeldEmails(
    tx,
    refused.map((row) => text(row, 'email')),
  );
  return refused.map((row) => refuse(row, held.has(text(row, 'email')) ? 'email' : 'memberNumber'));
}

/** The record that a row completes: its duplicate, or the record that an earlier row has created. */
async function targetOf(tx: Transaction, row: StoredRow): Promise<string | null> {
  if (row.duplicateId) return row.duplicateId;
  const earlier = row.duplicateRow === null ? undefined : await findRow(tx, row.importId, row.duplicateRow);
  return earlier?.memberId ?? earlier?.duplicateId ?? null;
}

const notAllowedAnyMore = (row: StoredRow): SkippedRow['problem'] => ({
  field: 'email',
  value: text(row, 'email'),
  message: 'The administrator who began this import may not import any more',
});

async function completePeople(
  tx: Transaction,
  record: ImportTableRow,
  rows: readonly StoredRow[],
  by: string,
): Promise<SkippedRow[]> {
  const left: SkippedRow[] = [];
  for (const row of rows) {
    const target = await targetOf(tx, row);
    const completed =
      target && (await completeRecord(tx, target, detailsIn(row.values), text(row, 'email'), by, record.id));
    if (target && completed) await saveCommitted(tx, record.id, [{ row: row.row, memberId: target, completed }]);
    else left.push(gone(row));
  }
  return left;
}

const gone = (row: StoredRow): SkippedRow => {
  const message = 'The record or row that this one was to complete is not there any more';
  return { row: row.row, problem: { field: 'email', value: text(row, 'email'), message } };
};

/** What the office has seen of rows holds only while it is still so: they are settled again under the lock of all commits. */
async function settleAgain(tx: Transaction, record: ImportTableRow, rows: readonly StoredRow[]) {
  const numbers = rows.map(({ row }) => row);
  const whom = async (row: StoredRow) => (await targetOf(tx, row)) ?? row.duplicateRow;
  const targets = new Map<number, string | number | null>();
  for (const row of rows) if (row.kind === 'complete') targets.set(row.row, await whom(row));
  await settleRows(tx, record.id, numbers);
  const entered = await findEnteredSince(tx, record.id, record.createdAt, numbers);
  const settled = { creates: [] as StoredRow[], completes: [] as StoredRow[], left: [] as SkippedRow[] };
  for (const row of await findRowsNumbered(tx, record.id, numbers)) {
    const target = targets.get(row.row);
    if (target === undefined) {
      if (row.kind === 'create' && !entered.has(row.row)) settled.creates.push(row);
      else settled.left.push(refuse(row, reasonOf(row, entered)));
    } else if (row.kind === 'complete' && (await whom(row)) === target) settled.completes.push(row);
    else settled.left.push(gone(row));
  }
  return settled;
}

/** Why a row that was to create a member no longer does. */
function reasonOf(row: StoredRow, entered: ReadonlySet<number>): keyof typeof meanwhile {
  if (entered.has(row.row) || row.duplicateBy === 'person') return 'name';
  return row.duplicateBy ?? 'memberNumber';
}

/** Writes the next rows of a list into the register; at the end counts the results. */
export function commitJob(core: Core): Omit<JobKind<Cursor>, 'onFailed'> {
  async function nextRows(tx: Transaction, { id, data: { importId, after } }: RunningJob<Cursor>) {
    await lockUntilCommit(tx, 'importedMembers');
    const record = await lockImport(tx, importId);
    if (record?.state !== 'importing' || record.jobId !== id) return null;
    const rows = await findNextToCommit(tx, importId, after, rowsAtOnce);
    return { record, rows, last: rows.at(-1)?.row ?? after };
  }

  async function onStopped(tx: Transaction, job: RunningJob<Cursor>): Promise<Step> {
    const { importId } = job.data;
    const next = await nextRows(tx, job);
    if (!next) return { done: 0, last: true };
    const { record, rows, last } = next;
    await saveLeft(
      tx,
      importId,
      rows.map((row) => ({ row: row.row, problem: notAllowedAnyMore(row) })),
    );
    // Those who were imported already get their credentials when somebody who may sends them.
    await updateImport(tx, importId, { credentials: 'later', perDay: null });
    return finish(tx, core, { ...record, credentials: 'later' }, job, { rows: rows.length, after: last });
  }

  const step: DoStep<Cursor> = async (tx, job) => {
    const { importId, after } = job.data;
    const next = await nextRows(tx, job);
    if (!next) return { done: 0, last: true };
    const { record, rows, last } = next;
    const settled = await settleAgain(tx, record, rows);
    const notCreated = await createPeople(tx, record, settled.creates, job.by);
    const notCompleted = await completePeople(tx, record, settled.completes, job.by);
    await saveLeft(tx, importId, [...settled.left, ...notCreated, ...notCompleted]);
    if (record.credentials === 'now') await queueBatch(tx, core, record, { from: after + 1, to: last });
    const created = record.result.created + settled.creates.length - notCreated.length;
    const completed = record.result.completed + settled.completes.length - notCompleted.length;
    const result = { ...record.result, created, completed };
    await notify(tx, 'members');
    return finish(tx, core, { ...record, result }, job, { rows: rows.length, after: last });
  };
  return { needs: importNeeds('Import of members', onStopped), step };
}

async function finish(
  tx: Transaction,
  core: Core,
  record: ImportTableRow,
  job: RunningJob<Cursor>,
  reached: { rows: number; after: number },
): Promise<Step> {
  const ended = reached.rows === 0 || job.done + reached.rows >= job.total;
  await updateImport(tx, record.id, { result: record.result });
  if (ended) await endCommit(tx, core, record);
  return { done: reached.rows, data: { importId: record.id, after: reached.after } satisfies Cursor, last: ended };
}

/** Ends the commit. */
export async function endCommit(tx: Transaction, core: Core, record: ImportTableRow): Promise<void> {
  const summary = await countKinds(tx, record.id);
  const result = { ...record.result, skipped: summary.skip, left: summary.care };
  // Its rows are all that an undo needs.
  await core.files.release(tx, record.file);
  await updateImport(tx, record.id, { state: 'done', file: null, summary, result, changedAt: clock.now() });
  const max = record.credentials === 'batch' ? (record.perDay ?? 0) : 0;
  await queueBatch(tx, core, record, { most: max });
}
