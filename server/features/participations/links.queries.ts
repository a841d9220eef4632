import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { conferences } from '#server/database/tables/content.ts';
import { participationLinks, participations } from '#server/database/tables/participations.ts';
import { currentTime } from '#server/database/time.ts';

export async function insertLink(db: Queryable, hash: string, participationId: string): Promise<void> {
  await db.insert(participationLinks).values({ hash, participationId });
}

/** Ends the links that a guest has. */
export async function endLinks(db: Queryable, participationId: string, ended: 'replaced' | 'erased'): Promise<void> {
  await db
    .update(participationLinks)
    .set({ ended })
    .where(and(eq(participationLinks.participationId, participationId), isNull(participationLinks.ended)));
}

/** What a link leads to; undefined for one that never was. */
export async function findLink(db: Queryable, hash: string) {
  const [row] = await db
    .select({
      ended: participationLinks.ended,
      participation: {
        id: participations.id,
        state: participations.state,
        heldUntil: participations.heldUntil,
        forgottenAt: participations.forgottenAt,
      },
      cancelledAt: conferences.cancelledAt,
    })
    .from(participationLinks)
    .leftJoin(participations, eq(participations.id, participationLinks.participationId))
    .leftJoin(conferences, eq(conferences.id, participations.conferenceId))
    .where(eq(participationLinks.hash, hash));
  return row;
}

/** Links of guests whose data have gone. */
export async function deleteLinksOf(db: Queryable, participationIds: readonly string[]): Promise<void> {
  if (participationIds.length === 0) return;
  await db.delete(participationLinks).where(inArray(participationLinks.participationId, [...participationIds]));
}

/** Links of places that have lapsed tell what happened to them for `days` days. */
export async function deleteLapsedLinks(db: Queryable, days: number): Promise<void> {
  await db
    .delete(participationLinks)
    .where(
      and(
        isNull(participationLinks.participationId),
        lt(participationLinks.createdAt, sql`${currentTime} - make_interval(days => ${days})`),
      ),
    );
}
