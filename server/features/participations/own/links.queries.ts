import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import { participationLinks, participations } from '#server/features/participations/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { countedId } from '../participations.queries.ts';

export async function insertLink(db: Queryable, hash: string, participationId: string): Promise<void> {
  await db.insert(participationLinks).values({ hash, participationId });
}

/** Ends the links to participations. */
export async function endLinks(db: Queryable, ids: readonly string[], ended: 'replaced' | 'erased'): Promise<void> {
  await db
    .update(participationLinks)
    .set({ ended })
    .where(and(inArray(participationLinks.participationId, [...ids]), isNull(participationLinks.ended)));
}

/** The target of a link; undefined for an unknown one. */
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
    .leftJoin(participations, eq(participations.id, countedId(sql`${participationLinks.participationId}`)))
    .leftJoin(conferences, eq(conferences.id, participations.conferenceId))
    .where(eq(participationLinks.hash, hash));
  return row;
}

/** Deletes the links of guests whose data were deleted. */
export async function deleteLinksOf(db: Queryable, participationIds: readonly string[]): Promise<void> {
  if (participationIds.length === 0) return;
  await db.delete(participationLinks).where(inArray(participationLinks.participationId, [...participationIds]));
}

/** Deletes links of expired places after `days` days, in which they tell what happened. */
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
