import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { AppError } from '#shared/errors.ts';
import { Sentence } from '#shared/sentence.ts';
import { throttles } from './tables.ts';

/** How often something may happen: `count` times in `seconds`. */
export interface Throttle {
  /** What is counted, such as `login-account`. */
  name: string;
  count: number;
  seconds: number;
}

/** Whose tries are counted: an e-mail, a network, or an e-mail from one network. */
export type Subject = string | readonly [account: string, from: string];

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const keyOf = (throttle: Throttle, subject: Subject) => [throttle.name, ...[subject].flat().map(hashOf)].join(':');

const secondsLeft = sql<number>`extract(epoch from ${throttles.resetAt} - ${currentTime})::float8`;

export function tooMany(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new AppError(
    'TOO_MANY',
    new Sentence('Too many tries. Please wait {minutes, plural, one {# minute} other {# minutes}}.', { minutes }),
    {
      retryAfter: seconds,
    },
  );
}

/**
 * Counts one more try of `subject`; only its hash is stored.
 * @throws TOO_MANY with the seconds to wait
 */
export async function countTry(db: Queryable, throttle: Throttle, subject: Subject): Promise<void> {
  const [row] = await db
    .insert(throttles)
    .values({
      key: keyOf(throttle, subject),
      count: 1,
      resetAt: sql`${currentTime} + make_interval(secs => ${throttle.seconds})`,
    })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`case when ${throttles.resetAt} <= ${currentTime} then 1 else ${throttles.count} + 1 end`,
        resetAt: sql`case when ${throttles.resetAt} <= ${currentTime} then excluded.reset_at else ${throttles.resetAt} end`,
      },
    })
    .returning({
      count: throttles.count,
      wait: secondsLeft,
    });
  if (row && row.count > throttle.count) throw tooMany(row.wait);
}

/**
 * Takes a slot among the tries of `subject` while the result of this one is pending.
 * @returns 'taken'; 'wait' while pending tries hold the last slots
 * @throws TOO_MANY when that many were wrong
 */
export async function takeSlot(db: Queryable, throttle: Throttle, subject: Subject): Promise<'taken' | 'wait'> {
  const key = keyOf(throttle, subject);
  const isOver = sql`${throttles.resetAt} <= ${currentTime}`;
  const rows = await db
    .insert(throttles)
    .values({ key, count: 1, underWay: 1, resetAt: sql`${currentTime} + make_interval(secs => ${throttle.seconds})` })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${throttles.count} + 1 end`,
        underWay: sql`case when ${isOver} then 1 else ${throttles.underWay} + 1 end`,
        resetAt: sql`case when ${isOver} then excluded.reset_at else ${throttles.resetAt} end`,
      },
      setWhere: sql`${isOver} or ${throttles.count} < ${throttle.count}`,
    })
    .returning({ key: throttles.key });
  if (rows.length > 0) return 'taken';
  const [row] = await db
    .select({ wrong: sql<number>`${throttles.count} - ${throttles.underWay}`, wait: secondsLeft })
    .from(throttles)
    .where(sql`${throttles.key} = ${key}`);
  if (row && row.wrong >= throttle.count) throw tooMany(row.wait);
  return 'wait';
}

/** The try was wrong: its slot stays counted. */
export async function keepSlot(db: Queryable, throttle: Throttle, subject: Subject): Promise<void> {
  await db
    .update(throttles)
    .set({ underWay: sql`greatest(${throttles.underWay} - 1, 0)` })
    .where(sql`${throttles.key} = ${keyOf(throttle, subject)}`);
}

/** The try was not wrong: its slot is not counted. */
export async function giveSlotBack(db: Queryable, throttle: Throttle, subject: Subject): Promise<void> {
  await db
    .update(throttles)
    .set({
      count: sql`greatest(${throttles.count} - 1, 0)`,
      underWay: sql`greatest(${throttles.underWay} - 1, 0)`,
    })
    .where(sql`${throttles.key} = ${keyOf(throttle, subject)}`);
}

/** Resets the tries of `subject`, after a right one. */
export async function forgetTries(db: Queryable, throttle: Throttle, subject: Subject): Promise<void> {
  await db.delete(throttles).where(sql`${throttles.key} = ${keyOf(throttle, subject)}`);
}

/** Resets all tries of an account, from any network. Scans all counters: for rare occasions. */
export async function forgetAccount(db: Queryable, kinds: readonly Throttle[], account: string): Promise<void> {
  const beginnings = kinds.map((kind) => keyOf(kind, account));
  await db
    .delete(throttles)
    .where(
      sql`split_part(${throttles.key}, ':', 1) || ':' || split_part(${throttles.key}, ':', 2) = any(${sql.param(beginnings)})`,
    );
}

/** Uncounts one try of `subject`, which turned out to be right. */
export async function uncountTry(db: Queryable, throttle: Throttle, subject: Subject): Promise<void> {
  await db
    .update(throttles)
    .set({ count: sql`greatest(${throttles.count} - 1, 0)` })
    .where(sql`${throttles.key} = ${keyOf(throttle, subject)}`);
}

/** Deletes expired counters. */
export async function sweepThrottles(db: Queryable): Promise<void> {
  await db.delete(throttles).where(lt(throttles.resetAt, sql`${currentTime}`));
}
