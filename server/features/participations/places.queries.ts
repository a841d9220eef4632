import { and, asc, eq, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { deleteGuestMails } from './mails.ts';
import { addressee, isComing } from './participations.queries.ts';
import { participations } from './tables.ts';

// Taken places, the waiting list, and held places.

/** The number of registered and held places, as seen in this transaction. */
export async function countTaken(tx: Transaction, conferenceId: string): Promise<number> {
  const [row] = await tx.select({ taken: conferences.taken }).from(conferences).where(eq(conferences.id, conferenceId));
  return row?.taken ?? 0;
}

/** Whether the waiting list has entries. */
export async function hasWaiting(tx: Transaction, conferenceId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: participations.id })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.state, 'waiting')))
    .limit(1);
  return rows.length > 0;
}

/** The first of the waiting list, in order. @param max null: all @param except who is passed over */
export async function findFirstWaiting(tx: Transaction, conferenceId: string, max: number | null, except?: string) {
  const rows = tx
    .select(addressee)
    .from(participations)
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        eq(participations.state, 'waiting'),
        except === undefined ? undefined : ne(participations.id, except),
      ),
    )
    .orderBy(asc(participations.line));
  return max === null ? rows : rows.limit(max);
}

export async function countHeld(tx: Transaction, conferenceId: string): Promise<number> {
  return tx.$count(
    participations,
    and(
      eq(participations.conferenceId, conferenceId),
      eq(participations.state, 'unconfirmed'),
      eq(participations.held, true),
    ),
  );
}

/** Deletes unconfirmed participations whose time is over, with the mails about them. @param except whose stays */
export async function deleteLapsed(tx: Transaction, conferenceId: string, except?: string): Promise<void> {
  const lapsed = await tx
    .delete(participations)
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        eq(participations.state, 'unconfirmed'),
        lte(participations.heldUntil, sql`${currentTime}`),
        except === undefined ? undefined : ne(participations.id, except),
      ),
    )
    .returning({ id: participations.id, email: participations.email });
  await deleteGuestMails(
    tx,
    lapsed.map(({ id }) => id),
    lapsed.map(({ email }) => email),
  );
}

/** Conferences to come in which somebody waits though there is room. */
export async function findWithRoom(db: Readable): Promise<string[]> {
  const rows = await db
    .select({ id: conferences.id })
    .from(conferences)
    .where(
      and(
        isComing,
        isNull(conferences.cancelledAt),
        lt(conferences.taken, conferences.places),
        sql`exists (select from ${participations} where ${participations.conferenceId} = ${conferences.id} and ${participations.state} = 'waiting')`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Conferences with unconfirmed participations whose time is over. */
export async function findWithLapsed(db: Readable): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: participations.conferenceId })
    .from(participations)
    .where(and(eq(participations.state, 'unconfirmed'), lte(participations.heldUntil, sql`${currentTime}`)));
  return rows.map(({ id }) => id);
}
