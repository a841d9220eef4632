import type { Database } from '#server/platform/database/client.ts';
import { AppError } from '#shared/errors.ts';
import { hasLapsed } from './status.queries.ts';
import { findSubscription, type Subscription } from './subscription.queries.ts';

/**
 * Closes the directory to lapsed members, if the office has decided so. Every search calls it, so the
 * settings are cached until they change.
 * @returns a function that throws LAPSED
 */
export function createLapsedGate(database: Database): (memberId: string) => Promise<void> {
  let known: Promise<Subscription> | undefined;
  const settings = () => {
    known ??= findSubscription(database).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  database.listen('content', () => {
    known = undefined;
  });
  return async (memberId) => {
    const present = await settings();
    if (present.lapsedKeeps === 'everything' || !(await hasLapsed(database, present, memberId))) return;
    const message =
      'Your membership has lapsed because the annual subscription has not been paid. The directory is open to you again once you have paid it.';
    throw new AppError('LAPSED', message);
  };
}
