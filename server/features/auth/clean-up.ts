import type { Queryable } from '#server/database/client.ts';
import { sweepThrottles } from '#server/features/throttles/throttles.queries.ts';
import { sweepCodes } from './auth.queries.ts';
import { sweepSessions } from './sessions.queries.ts';

/** Removes sessions, one-time codes and counters that have run out; they mean nothing any more, they only take room. */
export async function cleanUpLogins(db: Queryable): Promise<void> {
  await sweepSessions(db);
  await sweepCodes(db);
  await sweepThrottles(db);
}
