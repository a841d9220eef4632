import { and, asc, count, eq, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { importRows, imports } from '#server/features/imports/tables.ts';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { limits } from '#shared/limits.ts';
import type { RegistrationStatus } from '#shared/options.ts';

/** The columns that a deletion needs. */
export type RemovableRow = Pick<
  MemberRow,
  'id' | 'reference' | 'membership' | 'status' | 'documentFile' | 'pictureFile'
>;

const days = (number: number) => sql`make_interval(days => ${number})`;
/** A payment is due and was not claimed: after a refund the office decides. */
const unpaid = and(
  eq(members.status, 'New'),
  eq(members.paymentStatus, ''),
  sql`not exists (select from ${payments} where ${payments.memberId} = ${members.id}
    and ${payments.purpose} = 'admission' and ${payments.state} = 'refunded')`,
);

/** A payment that the treasurer has to settle prevents a deletion. */
const openMoney = sql`select from ${payments} where ${payments.memberId} = ${members.id}
  and (${payments.state} = 'claimed' or ${payments.refundDue})`;

/** Records due for deletion until `until`: rejected ones, and unpaid ones that were warned. */
const dueBy = (until: SQL) =>
  and(lte(members.removalAt, until), or(eq(members.status, 'Rejected'), unpaid), sql`not exists (${openMoney})`);

const withinNotice = dueBy(sql`${currentTime} + ${days(limits.removalNoticeDays)}`);

/** Locks unpaid applications whose next reminder is due, longest waiting first. */
export async function lockDueForReminder(tx: Transaction, stepHours: number, batch: number): Promise<MemberRow[]> {
  return tx
    .select()
    .from(members)
    .where(
      and(
        unpaid,
        isNull(members.removalAt),
        lte(members.paymentAwaitedSince, sql`${currentTime} - make_interval(hours => ${stepHours})`),
      ),
    )
    .orderBy(asc(members.paymentAwaitedSince))
    .limit(batch)
    .for('update', { skipLocked: true });
}

/**
 * Locks records that are due for deletion.
 * @param but ids that are left out
 */
export async function lockDueForRemoval(tx: Transaction, batch: number, but: string[]): Promise<RemovableRow[]> {
  return tx
    .select()
    .from(members)
    .where(and(dueBy(sql`${currentTime}`), notInArray(members.id, but)))
    .orderBy(asc(members.removalAt))
    .limit(batch)
    .for('update', { skipLocked: true });
}

/** The number of records that will be deleted within the notice, by status. */
export async function countRemovals(db: Queryable, reach: Reach): Promise<Record<RegistrationStatus, number>> {
  const rows = await db
    .select({ status: members.status, count: count() })
    .from(members)
    .where(and(withinNotice, within(reach, members.state)))
    .groupBy(members.status);
  const counts = { New: 0, Approved: 0, Rejected: 0 };
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}

/** The records that will be deleted within the notice, the next one first. */
export async function findRemovals(db: Queryable, page: number, reach: Reach) {
  return db
    .select({
      id: members.id,
      reference: members.reference,
      name: members.name,
      tier: members.membership,
      status: members.status,
      paymentStatus: members.paymentStatus,
      removalAt: sql<Date>`${members.removalAt}`.mapWith(members.removalAt),
    })
    .from(members)
    .where(and(withinNotice, within(reach, members.state)))
    .orderBy(asc(members.removalAt), asc(members.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
}

/**
 * Deletes what lists of members tell of people whose records are about to be deleted; rows that created or completed a record go with it.
 * @returns the lists' own files, which are to be released
 */
export async function eraseFromLists(tx: Transaction, memberIds: readonly string[]): Promise<string[]> {
  const ids = sql`${sql.param([...memberIds])}::uuid[]`;
  const named = await tx.execute<{ file: string }>(sql`
    with named as (
      select own.id, own.file from ${imports} own where own.file is not null and exists (
        select from ${importRows} named where named.import_id = own.id and (named.member_id = any(${ids}) or named.duplicate_id = any(${ids})))
    ) update ${imports} own set file = null from named where named.id = own.id returning named.file`);
  await tx.execute(sql`
    update ${imports} own set columns = (select jsonb_agg(each || '{"sample": ""}' order by place)
      from jsonb_array_elements(own.columns) with ordinality as list(each, place))
    where own.columns <> '[]' and exists (
      select from ${importRows} named where named.import_id = own.id and (named.member_id = any(${ids}) or named.duplicate_id = any(${ids})))`);
  await tx.execute(sql`
    delete from ${importRows} own using ${importRows} theirs
    where theirs.member_id = any(${ids}) and own.import_id = theirs.import_id and own.duplicate_row = theirs.row`);
  await tx.delete(importRows).where(inArray(importRows.duplicateId, [...memberIds]));
  return named.rows.map(({ file }) => file);
}
