// Offered to other features: a number counts as claimed in the transaction of the claim, the refund or the payment that has it.
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { findSecret, sharedSecret } from '#server/platform/database/locks.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import { claimedNumbers } from './claimed-numbers.tables.ts';
import { numbersOf } from './texts.ts';

// Every number that was ever given for a payment. After the record it is a keyed hash that belongs to nobody.

const array = (values: readonly unknown[]) => sql.param([...values]);

/** Notes the numbers in a text as claimed or received, or, with `sent`, as sent back or to a State. */
export async function noteNumbers(
  tx: Queryable,
  numbers: readonly { paymentId: string | null; text: string; sent?: boolean }[],
): Promise<void> {
  const rows = numbers.flatMap(({ text, ...each }) => numbersOf(text).map((number) => ({ number, ...each })));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${claimedNumbers} (number, payment_id, sent, created_at)
    select number, payment, sent, ${clock.now().toISOString()}::timestamptz
    from unnest(${array(rows.map(({ number }) => number))}::text[], ${array(rows.map(({ paymentId }) => paymentId))}::uuid[],
      ${array(rows.map(({ sent }) => sent ?? false))}::boolean[]) as input (number, payment, sent)
    on conflict do nothing`);
}

/** What was claimed for payments was claimed for others. */
export async function moveNumbers(tx: Transaction, moves: readonly { from: string; to: string }[]): Promise<void> {
  if (moves.length === 0) return;
  const { rows } = await tx.execute<{ number: string; payment: string; at: string }>(sql`
    delete from ${claimedNumbers} where payment_id = any(${array(moves.map(({ from }) => from))}::uuid[]) and not sent
    returning number, payment_id as payment, created_at as at`);
  if (rows.length === 0) return;
  const targets = new Map(moves.map(({ from, to }) => [from, to]));
  await tx.execute(sql`
    insert into ${claimedNumbers} (number, payment_id, created_at)
    select * from unnest(${array(rows.map(({ number }) => number))}::text[], ${array(rows.map(({ payment }) => targets.get(payment)))}::uuid[],
      ${array(rows.map(({ at }) => at))}::timestamptz[])
    on conflict do nothing`);
}

const secretName = 'claimed-numbers';
const hashOf = (number: string, secret: string) => createHmac('sha256', secret).update(number).digest('base64url');

/** Before a deletion or erasure: what was claimed for these payments belongs to nobody from now on. */
export async function forgetNumbers(tx: Transaction, paymentIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    delete from ${claimedNumbers} where payment_id = any(${array(paymentIds)}::uuid[]) and not sent returning number`);
  if (rows.length === 0) return;
  const secret = await sharedSecret(tx, secretName, () => randomBytes(32).toString('base64url'));
  await tx.execute(sql`
    insert into ${claimedNumbers} (number, created_at)
    select number, ${clock.now().toISOString()}::timestamptz
    from unnest(${array(rows.map(({ number }) => hashOf(number, secret)))}::text[]) as number
    on conflict do nothing`);
}

/** Which of these numbers were given by people whose records are gone. */
export async function findForgotten(db: Readable, numbers: readonly string[]): Promise<Set<string>> {
  const secret = numbers.length === 0 ? undefined : await findSecret(db, secretName);
  if (secret === undefined) return new Set();
  const byHash = new Map(numbers.map((number) => [hashOf(number, secret), number]));
  const { rows } = await db.execute<{ number: string }>(sql`
    select number from ${claimedNumbers} where number = any(${array([...byHash.keys()])}::text[]) and payment_id is null`);
  return new Set(rows.map(({ number }) => byHash.get(number)!));
}

/** Deletes what belongs to nobody and is older than accounts are kept. */
export async function deleteOldNumbers(db: Queryable): Promise<void> {
  const { claimedYears } = limits.statement;
  await db.execute(sql`
    delete from ${claimedNumbers} where payment_id is null and not sent
      and created_at < ${clock.now().toISOString()}::timestamptz - make_interval(years => ${claimedYears})`);
}
