// Offered to other features: a receipt and its share are one transaction.
import { type SQL, sql } from 'drizzle-orm';
import { dues } from '#server/features/ledger/dues.tables.ts';
import { allocations } from '#server/features/ledger/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { shareEntries, shareSettings } from './tables.ts';

// The lines that follow from a receipt, written in its transaction.

const validReceiptsOf = (paymentIds: readonly string[]) =>
  sql`select id from ${receipts} where payment_id = any(${sql.param([...paymentIds])}::uuid[]) and cancelled_at is null`;

/** When the share of a receipt was taken back; null: it stands. */
const reversalDay = sql`case when receipt.cancelled_at is not null then (receipt.cancelled_at at time zone 'Asia/Kolkata')::date
  when paid.state = 'refunded' then paid.refunded_on end`;

/** The receipts that are to be shared, with their shares by the settings of this moment: rounded down to the paisa. */
const shared = (which: SQL) => sql`
  select receipt.id as receipt, coalesce(person.state, '') as state, (receipt.content ->> 'receivedOn')::date as day,
    receipt.content ->> 'membership' as membership, (receipt.content ->> 'amount')::bigint * 100 as gross, ${reversalDay} as reversed,
    case when coalesce(person.state, '') = '' then 0 else floor((receipt.content ->> 'amount')::numeric * coalesce(
      (settings.by_state -> person.state ->> (receipt.content ->> 'membership'))::numeric,
      (settings.percent ->> (receipt.content ->> 'membership'))::numeric, 0)) end::bigint as share
  from ${shareSettings} settings
  join ${receipts} receipt on (receipt.content ->> 'receivedOn')::date >= settings."from"
  join ${payments} paid on paid.id = receipt.payment_id
  left join ${members} person on person.id = paid.member_id
  where settings.enabled and receipt.content ->> 'purpose' <> 'excess' and ${which}
    and not exists (select from ${shareEntries} known where known.receipt_id = receipt.id)`;

const insertShares = (tx: Transaction, which: SQL) =>
  tx.execute(sql`
    insert into ${shareEntries} (kind, state, date, receipt_id, membership, gross, amount, created_at)
    select 'share', state, day, receipt, membership, gross, share, ${clock.now().toISOString()}::timestamptz
    from (${shared(which)}) as rows`);

/** Adds the shares of new receipts, if receipts are shared. */
export async function addShares(tx: Transaction, receiptIds: readonly string[]): Promise<void> {
  // A change of the settings waits for this receipt, and then sees it.
  await tx.select({ id: shareSettings.id }).from(shareSettings).for('share');
  await insertShares(tx, sql`receipt.id = any(${sql.param([...receiptIds])}::uuid[])`);
}

/** Number and sums in paise of the receipts that {@link addMissingShares} would share, and the days of their lines. */
export async function countMissingShares(tx: Transaction) {
  const { rows } = await tx.execute<{ receipts: number; gross: number; share: number; days: string[] }>(sql`
    select count(*)::int as receipts, coalesce(sum(gross), 0)::float8 as gross, coalesce(sum(share), 0)::float8 as share,
      coalesce(array_agg(distinct day::text) || array_agg(distinct reversed::text) filter (where reversed is not null), '{}') as days
    from (${shared(sql`true`)}) as rows`);
  return rows[0]!;
}

/** Adds the shares of all receipts since the day of the settings that have none, and reverses those that were cancelled or refunded since. */
export async function addMissingShares(tx: Transaction): Promise<void> {
  await insertShares(tx, sql`true`);
  await insertReversals(
    tx,
    sql`(select ${reversalDay} from ${payments} paid where paid.id = receipt.payment_id)`,
    sql`true`,
  );
}

const insertReversals = (tx: Transaction, day: SQL, which: SQL) =>
  tx.execute(sql`
    insert into ${shareEntries} (kind, state, date, receipt_id, membership, gross, amount, created_at)
    select 'reversal', own.state, reversed.day, own.receipt_id, own.membership, own.gross, -own.amount,
      ${clock.now().toISOString()}::timestamptz
    from ${shareEntries} own join ${receipts} receipt on receipt.id = own.receipt_id
    cross join lateral (select ${day} as day) as reversed
    where own.kind = 'share' and reversed.day is not null and ${which}
    on conflict do nothing`);

/** Whether a valid receipt of these payments was shared. */
export async function hasShare(tx: Transaction, paymentIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from ${shareEntries} where kind = 'share' and receipt_id in (${validReceiptsOf(paymentIds)}) limit 1`,
  );
  return rows.length > 0;
}

/** Takes back the shares of payments' valid receipts. @param day YYYY-MM-DD */
export async function reverseShares(tx: Transaction, paymentIds: readonly string[], day: string): Promise<void> {
  await insertReversals(tx, sql`${day}::date`, sql`own.receipt_id in (${validReceiptsOf(paymentIds)})`);
}

/** Adds the shares of new allocations by the settings of this moment: rounded down to the paisa. */
export async function addAllocationShares(tx: Transaction, allocationIds: readonly string[]): Promise<void> {
  if (allocationIds.length === 0) return;
  // A change of the settings waits for this allocation, and then sees it.
  await tx.select({ id: shareSettings.id }).from(shareSettings).for('share');
  await tx.execute(sql`
    insert into ${shareEntries} (kind, state, date, allocation_id, membership, gross, amount, created_at)
    select 'share', state, day, id, membership, amount::bigint * 100,
      case when state = '' then 0 else floor(amount * coalesce((by_state -> state ->> tier)::numeric, (percent ->> tier)::numeric, 0)) end::bigint,
      ${clock.now().toISOString()}::timestamptz
    from (
      select used.id, used.amount, used.day, coalesce(person.state, '') as state, coalesce(owed.membership, person.tier, owed.tier, '') as membership,
        case owed.purpose when 'conference' then 'conference' else coalesce(owed.membership, person.tier, owed.tier, '') end as tier,
        settings.percent, settings.by_state
      from ${allocations} used join ${dues} owed on owed.id = used.due_id left join ${members} person on person.id = owed.member_id
      join ${shareSettings} settings on settings.enabled and used.day >= settings."from"
      where used.id = any(${sql.param([...allocationIds])}::uuid[])
    ) as rows`);
}

/** Whether any of these allocations was shared. */
export async function hasAllocationShare(tx: Transaction, allocationIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from ${shareEntries} where kind = 'share' and allocation_id = any(${sql.param([...allocationIds])}::uuid[]) limit 1`,
  );
  return rows.length > 0;
}

/** Takes back the shares of allocations that were reversed. @param day YYYY-MM-DD */
export async function reverseAllocationShares(
  tx: Transaction,
  allocationIds: readonly string[],
  day: string,
): Promise<void> {
  if (allocationIds.length === 0) return;
  await tx.execute(sql`
    insert into ${shareEntries} (kind, state, date, allocation_id, membership, gross, amount, created_at)
    select 'reversal', own.state, ${day}::date, undo.id, own.membership, own.gross, -own.amount, ${clock.now().toISOString()}::timestamptz
    from ${shareEntries} own join ${allocations} undo on undo.reverses = own.allocation_id
    where own.kind = 'share' and own.allocation_id = any(${sql.param([...allocationIds])}::uuid[])
    on conflict do nothing`);
}
