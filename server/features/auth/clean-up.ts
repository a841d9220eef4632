import type { Queryable } from '#server/platform/database/client.ts';
import { sweepThrottles } from '#server/platform/throttles/throttles.queries.ts';
import { sweepCodes } from './auth.queries.ts';
import { sweepDevices } from './devices.queries.ts';
import { sweepSessions } from './sessions.queries.ts';

/** Deletes expired sessions, known browsers, one-time codes and counters. */
export async function cleanUpLogins(db: Queryable): Promise<void> {
  await sweepSessions(db);
  await sweepDevices(db);
  await sweepCodes(db);
  await sweepThrottles(db);
}
