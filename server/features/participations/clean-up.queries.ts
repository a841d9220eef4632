import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { limits } from '#shared/limits.ts';
import { addressee, isComing } from './participations.queries.ts';
import { participations } from './tables.ts';

// Queries for reminders and for deleting personal data.

/** Conferences that begin before a moment and have pending reminders. */
export async function findToRemind(db: Readable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conferences.id })
    .from(conferences)
    .where(
      and(
        isComing,
        lte(conferences.startsAt, before),
        eq(conferences.active, true),
        isNull(conferences.cancelledAt),
        sql`exists (select from ${participations} where ${participations.conferenceId} = ${conferences.id}
          and ${participations.state} = 'registered' and ${participations.remindedOf} is distinct from ${conferences.startsAt})`,
      ),
    )
    .orderBy(asc(conferences.startsAt));
  return rows.map(({ id }) => id);
}

/** The next people without a reminder of a conference, under its lock. */
export async function findUnreminded(tx: Transaction, { id, startsAt }: ConferenceRow, max: number) {
  return tx
    .select(addressee)
    .from(participations)
    .where(
      and(
        eq(participations.conferenceId, id),
        eq(participations.state, 'registered'),
        sql`${participations.remindedOf} is distinct from ${startsAt.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(participations.line))
    .limit(max);
}

/** Records reminders, without changing the version. */
export async function noteReminded(tx: Transaction, ids: readonly string[], of: Date): Promise<void> {
  await tx
    .update(participations)
    .set({ remindedOf: of })
    .where(inArray(participations.id, [...ids]));
}

/** Conferences that ended before a moment, and still have personal data. */
export async function findToForget(db: Readable, endedBefore: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conferences.id })
    .from(conferences)
    .where(
      and(
        sql`coalesce(${conferences.endsAt}, ${conferences.startsAt} + make_interval(hours => ${limits.conferenceHours})) < ${endedBefore.toISOString()}::timestamptz`,
        sql`exists (select from ${participations} where ${participations.conferenceId} = ${conferences.id} and ${participations.forgottenAt} is null)`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** The next participations whose data are due for deletion, of a conference under its lock. */
export async function findRemembered(tx: Transaction, conferenceId: string, max: number) {
  return tx
    .select({ id: participations.id, guest: participations.guest, email: participations.email })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), isNull(participations.forgottenAt)))
    .limit(max);
}
