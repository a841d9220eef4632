import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { throttles } from '#server/database/tables/auth.ts';
import { AppError } from '#shared/errors.ts';

/** How often something may happen: `count` times in `seconds`. */
export interface Throttle {
  /** What is counted, such as `login-account`. */
  name: string;
  count: number;
  seconds: number;
}

const keyOf = (throttle: Throttle, subject: string) =>
  `${throttle.name}:${createHash('sha256').update(subject).digest('base64url')}`;

/**
 * Counts one more try of `subject` (an e-mail, an address); only its hash is stored.
 * @throws TOO_MANY with the seconds to wait
 */
export async function countTry(db: Queryable, throttle: Throttle, subject: string): Promise<void> {
  const [row] = await db
    .insert(throttles)
    .values({
      key: keyOf(throttle, subject),
      count: 1,
      resetAt: sql`now() + make_interval(secs => ${throttle.seconds})`,
    })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`case when ${throttles.resetAt} <= now() then 1 else ${throttles.count} + 1 end`,
        resetAt: sql`case when ${throttles.resetAt} <= now() then excluded.reset_at else ${throttles.resetAt} end`,
      },
    })
    .returning({
      count: throttles.count,
      wait: sql<number>`extract(epoch from ${throttles.resetAt} - now())::float8`,
    });
  if (row && row.count > throttle.count) {
    const minutes = Math.ceil(row.wait / 60);
    throw new AppError('TOO_MANY', `Too many tries. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
      retryAfter: row.wait,
    });
  }
}

/** Forgets the tries of `subject`, after one that was right. */
export async function forgetTries(db: Queryable, throttle: Throttle, subject: string): Promise<void> {
  await db.delete(throttles).where(sql`${throttles.key} = ${keyOf(throttle, subject)}`);
}

/** Takes one try of `subject` back, which turned out to be a right one. */
export async function uncountTry(db: Queryable, throttle: Throttle, subject: string): Promise<void> {
  await db
    .update(throttles)
    .set({ count: sql`greatest(${throttles.count} - 1, 0)` })
    .where(sql`${throttles.key} = ${keyOf(throttle, subject)}`);
}

/** Removes counters that have run out. */
export async function sweepThrottles(db: Queryable): Promise<void> {
  await db.delete(throttles).where(lt(throttles.resetAt, sql`now()`));
}
