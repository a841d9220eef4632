import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { checkIns } from './tables.ts';

/** The doubles of a conference, few in number, with the id of the participation that counts. */
export async function findDoubles(db: Readable, conferenceId: string) {
  const rows = await db
    .select({ id: participations.id, code: participations.code, doubleOf: participations.doubleOf })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), isNotNull(participations.doubleOf)));
  const next = new Map(rows.map(({ id, doubleOf }) => [id, doubleOf!]));
  const counted = (id: string): string => (next.has(id) ? counted(next.get(id)!) : id);
  return rows.map(({ id, code }) => ({ id, code, countedId: counted(id) }));
}

/** Everybody who may come to the door: registered and waiting people. @param after all changes since then, in any state */
export async function findDoorList(db: Readable, conferenceId: string, after?: Date) {
  return db
    .select({
      id: participations.id,
      code: participations.code,
      state: participations.state,
      checkedInAt: participations.checkedInAt,
      name: sql<string>`coalesce(${members.name}, ${participations.name})`,
      memberNumber: members.memberNumber,
      homeState: members.state,
      pictureFile: members.pictureFile,
      showsPhoto: members.cardPhoto,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        after ? gte(participations.updatedAt, after) : inArray(participations.state, ['registered', 'waiting']),
      ),
    )
    .orderBy(asc(sql`coalesce(${members.nameSearch}, ${participations.nameSearch})`), asc(participations.id));
}

/** The participations of a conference for scanned ids and codes. */
export async function findScanned(tx: Transaction, conferenceId: string, ids: string[], codes: string[]) {
  return tx
    .select({
      id: participations.id,
      code: participations.code,
      state: participations.state,
      checkedInAt: participations.checkedInAt,
    })
    .from(participations)
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        isNull(participations.doubleOf),
        sql`(${participations.id} = any(${sql.param(ids)}::uuid[]) or ${participations.code} = any(${sql.param(codes)}::text[]))`,
      ),
    );
}

export interface Scan {
  participationId: string;
  at: Date;
  undo: boolean;
}

export async function findScans(tx: Transaction, participationIds: string[]): Promise<Scan[]> {
  if (participationIds.length === 0) return [];
  return tx
    .select({ participationId: checkIns.participationId, at: checkIns.at, undo: checkIns.undo })
    .from(checkIns)
    .where(inArray(checkIns.participationId, participationIds));
}

export async function insertScans(tx: Transaction, scans: readonly Scan[], by: string): Promise<void> {
  if (scans.length === 0) return;
  await tx
    .insert(checkIns)
    .values(scans.map((scan) => ({ ...scan, by })))
    .onConflictDoNothing();
}
