import { sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/database/client.ts';
import { payments } from '#server/database/tables/payments.ts';
import { statementEntries, statementLines, statements } from '#server/database/tables/statements.ts';
import { clock } from '#shared/clock.ts';

// Which credit belongs to which payment: needed by both the ledger and the statements.

/** A credit that matches a payment in its reference or UTR and in the amount. */
export interface AgreeingLine {
  lineId: string;
  statementId: string;
  /** YYYY-MM-DD. */
  date: string;
  /** Paise. */
  amount: number;
  narration: string;
}

const idList = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/**
 * Open credits that name these payments by UTR or reference and have their amount; of several the best one.
 * @param strict for these payments credits with another UTR than the claimed one do not match
 */
export async function findAgreeingLines(db: Readable, paymentIds: readonly string[], strict: readonly string[] = []) {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    payment: string;
    line: string;
    statement: string;
    date: string;
    amount: string;
    narration: string;
  }>(sql`
    with wanted as (
      select id, utr, reference, amount, id = any(${idList(strict)}) as strict from ${payments}
      where id = any(${idList(paymentIds)}) and line_id is null
    ), named as (
      select wanted.id, lines.id as line_id, true as by_utr
      from wanted join ${statementLines} lines on lines.keys @> array[wanted.utr]
      where wanted.utr <> ''
      union all
      select wanted.id, lines.id, false
      from wanted join ${statementLines} lines on lines.keys @> array[wanted.reference]
    ), best as (
      select distinct on (named.id) named.id as payment, lines.id as line, lines.date, lines.amount, lines.narration
      from named
      join wanted on wanted.id = named.id
      join ${statementLines} lines on lines.id = named.line_id
      where lines.booked < lines.amount and lines.amount - lines.booked = wanted.amount::bigint * 100
        and not lines.withdrawn and lines.dismissed_at is null and lines.caution = '' and lines.date <= ${clock.today()}
        and (not wanted.strict or named.by_utr or wanted.utr = '' or lines.utr = '')
      order by named.id, named.by_utr desc, lines.date, lines.ordinal, lines.id
    )
    select best.payment, best.line, best.date::text, best.amount, best.narration, (
      select entries.statement_id from ${statementEntries} entries
      join ${statements} on ${statements.id} = entries.statement_id
      where entries.line_id = best.line order by ${statements.createdAt} desc limit 1
    ) as statement
    from best`);
  return new Map(
    rows.map(({ payment, line, statement, date, amount, narration }) => [
      payment,
      { lineId: line, statementId: statement, date, amount: Number(amount), narration },
    ]),
  );
}

/**
 * Books credits to payments. The caller has locked the payments and, where it matters which line, the lines.
 * @param pairs each payment once
 */
export async function bookLines(tx: Transaction, pairs: readonly { paymentId: string; lineId: string }[]) {
  if (pairs.length === 0) return;
  await tx.execute(sql`
    update ${payments} set line_id = given.line,
      utr = case when ${payments.utr} = '' then lines.utr else ${payments.utr} end,
      utr_of_line = ${payments.utrOfLine} or ${payments.utr} = ''
    from unnest(${idList(pairs.map(({ paymentId }) => paymentId))}, ${idList(pairs.map(({ lineId }) => lineId))})
      as given (payment, line)
    join ${statementLines} lines on lines.id = given.line
    where ${payments.id} = given.payment`);
  await recount(tx, [...new Set(pairs.map(({ lineId }) => lineId))]);
}

async function recount(tx: Transaction, lineIds: string[]): Promise<void> {
  await tx.execute(sql`
    update ${statementLines} set booked = coalesce((
      select sum(paid.amount::bigint) * 100 from ${payments} paid where paid.line_id = ${statementLines.id}
    ), 0)
    where id = any(${idList(lineIds)})`);
}

/**
 * Books matching credits to payments that are received by hand; each credit to one payment.
 * @returns the credits' UTRs by payment
 */
export async function bookAgreeing(tx: Transaction, paymentIds: readonly string[]): Promise<Map<string, string>> {
  const found = await findAgreeingLines(tx, paymentIds, paymentIds);
  if (found.size === 0) return new Map();
  const ids = [...new Set([...found.values()].map(({ lineId }) => lineId))];
  const { rows } = await tx.execute<{ id: string; booked: string; utr: string }>(sql`
    select id, booked, utr from ${statementLines} where id = any(${idList(ids)}) order by id for no key update`);
  const free = new Map(rows.filter(({ booked }) => Number(booked) === 0).map(({ id, utr }) => [id, utr]));
  const utrs = new Map<string, string>();
  const pairs: { paymentId: string; lineId: string }[] = [];
  for (const [paymentId, { lineId }] of found) {
    const utr = free.get(lineId);
    if (utr === undefined) continue;
    free.delete(lineId);
    utrs.set(paymentId, utr);
    pairs.push({ paymentId, lineId });
  }
  await bookLines(tx, pairs);
  return utrs;
}

/** Reopens the credit of a receipt that was a mistake, and removes what the payment took from it. */
export async function freeLine(tx: Transaction, paymentId: string, lineId: string | null): Promise<void> {
  if (lineId === null) return;
  await tx.execute(sql`
    update ${payments} set line_id = null, utr_of_line = false, utr = case when utr_of_line then '' else utr end
    where id = ${paymentId}`);
  await recount(tx, [lineId]);
}

/** After an erasure: deletes the senders of these payments' credits. */
export async function forgetSenders(tx: Transaction, paymentIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${statementLines} set narration = '', words = '{}'
    where id in (select line_id from ${payments} where id = any(${idList(paymentIds)}))`);
}
