import { type SQL, sql } from 'drizzle-orm';
import { receipts } from '#server/features/receipts/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { limits } from '#shared/limits.ts';
import { dues } from './dues.tables.ts';
import type { DuePurpose } from './kinds.ts';
import {
  type AllocationRow,
  type ClaimRow,
  type DueRow,
  findClaims,
  findDues,
  findMoney,
  findUses,
  type MoneyRow,
} from './ledger.queries.ts';
import { allocations, claims } from './tables.ts';

// What lists show: dues of which something is open, claimed or ended, receipts with what was not used elsewhere, and uses.

export type RowState = 'due' | 'claimed' | 'received' | 'refused' | 'waived' | 'refunded' | 'cancelled';

export interface RowFilter {
  /** 'part': partly paid; 'refundDue': to return; '': all. */
  state: RowState | 'part' | 'refundDue' | '';
  purpose: DuePurpose | 'excess' | '';
  period: string;
  /** Of one person. */
  memberId?: string | undefined;
}

/** A row: of a due alone, of a receipt, or of a use. */
export interface LedgerRow {
  /** The due’s, also of the last receipt or use of one that has no row; else the receipt’s, the use’s. */
  id: string;
  due: DueRow | null;
  receipt: MoneyRow | null;
  use: AllocationRow | null;
  /** The last claim of a due while it waits or was refused; of a receipt the one that it confirmed. */
  claim: ClaimRow | null;
  state: RowState;
  purpose: DuePurpose | 'excess';
  /** Whole rupees. */
  amount: number;
  /** As first asked, with its changes, and what of that is open; null without a due. */
  asked: number | null;
  open: number | null;
  /** Of this row, returned. */
  refunded: number;
  toReturn: number;
  refundDue: boolean;
  duplicate: boolean;
  /** The day of a use. */
  usedOn: string | null;
}

const openStates = ['due', 'claimed', 'refused', 'waived', 'cancelled'] as const;

/** Whether a due has a row of its own: else receipts and uses tell of it. */
const hasRow = sql`${dues.state} in ('due', 'claimed', 'refused', 'waived', 'cancelled') and not ${dues.takenBack} and ${dues.reference} is not null
  and (not ${dues.unwanted} or ${dues.claim} = 'pending' or not exists (select from ${receipts} where ${receipts.dueId} = ${dues.id} and ${receipts.shown} > 0))`;

/** What a claimed due of which nothing is wanted expects. */
const expected = sql`coalesce((select ${claims.expected} from ${claims} where ${claims.dueId} = ${dues.id} and ${claims.state} = 'pending'), 0)`;

const amountOfDue = sql`case ${dues.state} when 'waived' then ${dues.waived} when 'cancelled' then ${dues.cancelled}
  when 'claimed' then case when ${dues.unwanted} then ${expected} else ${dues.open} end else ${dues.open} end`;

const nothing = sql`false`;

function dueCondition({ state }: RowFilter): SQL {
  if (state === 'part') return sql`${dues.settled} > 0 and ${dues.open} > 0`;
  if (state === 'refundDue') return sql`${dues.unwanted} and ${dues.state} = 'claimed'`;
  if (state === '') return hasRow;
  return (openStates as readonly string[]).includes(state) ? sql`${dues.state} = ${state} and ${hasRow}` : nothing;
}

function receiptCondition({ state }: RowFilter): SQL {
  if (state === 'refundDue') return sql`${receipts.toReturn} > 0`;
  if (state === '') return sql`${receipts.state} in ('received', 'refunded')`;
  return state === 'received' || state === 'refunded' ? sql`${receipts.state} = ${state}` : nothing;
}

const parts = (filter: RowFilter) => {
  const { purpose, period, memberId } = filter;
  const of = (table: typeof dues | typeof receipts) =>
    sql`${purpose ? sql`${table.purpose} = ${purpose}` : sql`true`} and ${period ? sql`${table.period} = ${period}` : sql`true`}
      and ${memberId ? sql`${table.memberId} = ${memberId}` : sql`true`}`;
  return {
    dues: purpose === 'excess' ? nothing : sql`${dueCondition(filter)} and ${of(dues)}`,
    receipts: sql`${receiptCondition(filter)} and ${receipts.shown} > 0 and ${of(receipts)}`,
    uses:
      filter.state === '' || filter.state === 'received'
        ? sql`${receipts.elsewhere} > 0 and ${allocations.dueId} is distinct from ${receipts.dueId} and ${allocations.reverses} is null
            and not exists (select from ${allocations} undo where undo.reverses = ${allocations.id}) and ${purpose === 'excess' ? nothing : of(dues)}`
        : nothing,
  };
};

/** A page of rows, newest due first, with number and sum (whole rupees) of all. Claimed ones by the moment of the claim. */
export async function rows(db: Readable, filter: RowFilter, page: number) {
  const where = parts(filter);
  const end = page * limits.pageSize;
  const isClaimed = filter.state === 'claimed';
  const claimedAt = sql`(select ${claims.at} from ${claims} where ${claims.dueId} = ${dues.id} and ${claims.state} = 'pending')`;
  const order = isClaimed ? sql`claimed_at, id` : sql`asked_at desc nulls first, received_at nulls first, id`;
  const found = await db.execute<{ due: string | null; receipt: string | null; used: string | null }>(sql`
    select * from (
      (select ${dues.id} as id, ${dues.id} as due, null::uuid as receipt, null::uuid as used, ${dues.askedAt} as asked_at, null::timestamptz as received_at,
        ${isClaimed ? claimedAt : sql`null::timestamptz`} as claimed_at
        from ${dues} where ${where.dues} order by ${isClaimed ? sql`claimed_at, id` : sql`${dues.askedAt} desc nulls first, ${dues.id}`} limit ${end})
      union all
      (select ${receipts.id}, ${receipts.dueId}, ${receipts.id}, null, ${receipts.askedAt}, ${receipts.issuedAt}, null
        from ${receipts} where ${where.receipts} order by ${receipts.askedAt} desc nulls first, ${receipts.issuedAt}, ${receipts.id} limit ${end})
      union all
      (select ${allocations.id}, ${dues.id}, ${receipts.id}, ${allocations.id}, ${dues.askedAt}, ${receipts.issuedAt}, null
        from ${receipts} join ${allocations} on ${allocations.receiptId} = ${receipts.id} join ${dues} on ${dues.id} = ${allocations.dueId}
        where ${where.uses} order by ${dues.askedAt} desc nulls first, ${receipts.issuedAt}, ${allocations.id} limit ${end})
    ) as found order by ${order} limit ${limits.pageSize} offset ${end - limits.pageSize}`);
  const totals = await db.execute<{ count: number; amount: number }>(sql`
    select sum(count)::int as count, coalesce(sum(amount), 0)::float8 as amount from (
      select count(*), sum(${amountOfDue}) as amount from ${dues} where ${where.dues}
      union all select count(*), sum(${receipts.shown}) from ${receipts} where ${where.receipts}
      union all select count(*), sum(${allocations.amount}) from ${receipts} join ${allocations} on ${allocations.receiptId} = ${receipts.id}
        join ${dues} on ${dues.id} = ${allocations.dueId} where ${where.uses}
    ) as sums`);
  return { rows: await asRows(db, found.rows), totals: totals.rows[0]! };
}

type Found = { due: string | null; receipt: string | null; used: string | null };

async function asRows(db: Readable, found: readonly Found[]): Promise<LedgerRow[]> {
  const dueIds = [...new Set(found.flatMap(({ due }) => due ?? []))];
  const [owed, paid, uses, said, last] = await Promise.all([
    findDues(db, dueIds),
    findMoney(
      db,
      found.flatMap(({ receipt }) => receipt ?? []),
    ),
    findUses(
      db,
      found.flatMap(({ used }) => used ?? []),
    ),
    findClaims(db, dueIds),
    findLast(db, dueIds),
  ]);
  return found.map(({ due: dueId, receipt: receiptId, used }): LedgerRow => {
    const due = owed.get(dueId ?? '') ?? null;
    const receipt = paid.get(receiptId ?? '') ?? null;
    const use = uses.get(used ?? '') ?? null;
    const own = used ?? receiptId ?? dueId!;
    const money =
      receipt === null
        ? null
        : use
          ? { amount: use.amount, refunded: 0, toReturn: 0 }
          : { amount: receipt.shown!, refunded: receipt.returned, toReturn: receipt.toReturn };
    const ofDue = said.filter(({ dueId: id }) => id === dueId);
    const lastClaim = ofDue.findLast(({ state }) => state === 'pending') ?? ofDue.at(-1);
    const claim = receipt
      ? (ofDue.findLast(({ receiptId: id }) => id === receipt.id) ?? null)
      : lastClaim && (lastClaim.state === 'pending' || lastClaim.state === 'refused')
        ? lastClaim
        : null;
    const isUnwantedClaim = receipt === null && due!.unwanted && due!.state === 'claimed';
    return {
      id: dueId !== null && last.get(dueId) === own ? dueId : own,
      ...{ due, receipt, use, claim },
      state: receipt
        ? use
          ? 'received'
          : receipt.state === 'refunded'
            ? 'refunded'
            : 'received'
        : (due!.state as RowState),
      purpose: due?.purpose ?? 'excess',
      amount: money?.amount ?? amountOf(due!, claim),
      asked: due && due.amount + due.changed,
      open: due?.open ?? null,
      refunded: money?.refunded ?? 0,
      toReturn: money?.toReturn ?? 0,
      refundDue: (money?.toReturn ?? 0) > 0 || isUnwantedClaim,
      duplicate: due?.duplicateOf != null,
      usedOn: use?.day ?? null,
    };
  });
}

function amountOf({ state, waived, cancelled, unwanted, open }: DueRow, claim: ClaimRow | null): number {
  if (state === 'waived') return waived;
  if (state === 'cancelled') return cancelled;
  return state === 'claimed' && unwanted ? (claim?.expected ?? 0) : open;
}

/** Of dues without a row of their own the last receipt or use, by the moment of its making. */
async function findLast(db: Readable, dueIds: readonly string[]): Promise<Map<string, string>> {
  const ids = sql`any(${sql.param([...dueIds])}::uuid[])`;
  const { rows: lasts } = await db.execute<{ due: string; last: string }>(sql`
    select distinct on (due) due, last from (
      select ${receipts.dueId} as due, ${receipts.id} as last, ${receipts.issuedAt} as at, ${receipts.number} as number
        from ${receipts} where ${receipts.dueId} = ${ids} and ${receipts.shown} > 0
      union all
      select ${allocations.dueId}, ${allocations.id}, ${allocations.at}, 0 from ${allocations} join ${receipts} on ${receipts.id} = ${allocations.receiptId}
        where ${allocations.dueId} = ${ids} and ${receipts.dueId} is distinct from ${allocations.dueId} and ${allocations.reverses} is null
          and not exists (select from ${allocations} undo where undo.reverses = ${allocations.id})
    ) as made join ${dues} on ${dues.id} = made.due where not (${hasRow}) order by due, at desc, number desc, last`);
  return new Map(lasts.map(({ due, last }) => [due, last]));
}

/** A day’s entry of a person’s statement. */
export interface StatementRow {
  day: string;
  kind: 'asked' | 'changed' | 'waived' | 'cancelled' | 'refunded' | 'received' | 'allocated' | 'returned';
  reference: string | null;
  label: string | null;
  /** Whole rupees; of what was taken back negative. */
  amount: number;
}

/** All that was asked of a person, and all that came, by day. */
export async function statementOf(db: Readable, { memberId }: { memberId: string }): Promise<StatementRow[]> {
  const { rows: entries } = await db.execute<StatementRow & Record<string, unknown>>(sql`
    select day::text, kind, reference, label, amount from (
      select asked_on as day, 'asked' as kind, reference, null as label, amount, asked_at as at from ${dues} where ${dues.memberId} = ${memberId}
      union all select c.day, c.kind, ${dues.reference}, null, case when c.back then -c.amount else c.amount end, c.at
        from due_changes c join ${dues} on ${dues.id} = c.due_id where ${dues.memberId} = ${memberId}
      union all select received_on, 'received', content ->> 'reference', label, ${receipts.amount}, issued_at from ${receipts}
        where ${receipts.memberId} = ${memberId} and ${receipts.cancelledAt} is null and ${receipts.amount} is not null
      union all select a.day, 'allocated', ${dues.reference}, ${receipts.label}, a.amount, a.at from allocations a join ${dues} on ${dues.id} = a.due_id
        join ${receipts} on ${receipts.id} = a.receipt_id where ${dues.memberId} = ${memberId}
      union all select f.refunded_on, 'returned', null, ${receipts.label}, f.amount, f.at from refunds f join ${receipts} on ${receipts.id} = f.receipt_id
        where ${receipts.memberId} = ${memberId}
    ) as entries order by day, at, kind`);
  return entries;
}
