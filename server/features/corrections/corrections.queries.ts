// Offered to other features: a decision ends the request in its transaction.
import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { applicantLinks, corrections } from './tables.ts';

export type CorrectionRow = typeof corrections.$inferSelect;
/** The kinds of links mailed to applicants. */
export type ApplicantLink = (typeof applicantLinks.$inferSelect)['kind'];
export type FieldChange = CorrectionRow['changes'][number];

export const { find: findCorrection } = rowQueries(corrections);

const current = and(isNull(corrections.replacedAt), isNull(corrections.endedAt));

/** The newest record with this e-mail, in any status. */
export async function findNewest(db: Readable, email: string): Promise<Pick<MemberRow, 'id' | 'name'> | undefined> {
  const [row] = await db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(eq(members.email, email))
    .orderBy(desc(members.createdAt))
    .limit(1);
  return row;
}

export async function insertCorrection(
  tx: Transaction,
  values: Pick<CorrectionRow, 'memberId' | 'fields' | 'note' | 'by' | 'askedAt' | 'expiresAt'>,
): Promise<CorrectionRow> {
  const [row] = await tx.insert(corrections).values(values).returning();
  return row!;
}

/** The current corrections, by record. */
export async function findCurrent(db: Readable, memberIds: string[]): Promise<Map<string, CorrectionRow>> {
  const rows =
    memberIds.length === 0
      ? []
      : await db
          .select()
          .from(corrections)
          .where(and(inArray(corrections.memberId, memberIds), current));
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** Marks the record's correction as replaced. */
export async function replaceCurrent(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .update(corrections)
    .set({ replacedAt: clock.now() })
    .where(and(eq(corrections.memberId, memberId), current));
}

/** Ends the record's correction with the decision. The corrected values are in the record, and are deleted here. */
export async function endCurrent(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .update(corrections)
    .set({ endedAt: clock.now(), changes: [] })
    .where(and(eq(corrections.memberId, memberId), current));
}

/** Makes a correction current again: the decision that ended it was taken back. */
export async function resumeEnded(tx: Transaction, id: string, changes: FieldChange[]): Promise<void> {
  await tx.update(corrections).set({ endedAt: null, changes }).where(eq(corrections.id, id));
}

export async function saveAnswer(tx: Transaction, id: string, answeredAt: Date, changes: FieldChange[]): Promise<void> {
  await tx.update(corrections).set({ answeredAt, changes }).where(eq(corrections.id, id));
}

/** Corrections asked for before `before`, neither answered nor reminded of, whose link is still valid. */
export async function findToRemind(db: Queryable, before: Date, max: number): Promise<CorrectionRow[]> {
  return db
    .select()
    .from(corrections)
    .where(
      and(
        current,
        isNull(corrections.answeredAt),
        isNull(corrections.remindedAt),
        lt(corrections.askedAt, before),
        sql`${corrections.expiresAt} > ${currentTime}`,
      ),
    )
    .orderBy(asc(corrections.askedAt))
    .limit(max);
}

/** Records the reminder; false when it has become unnecessary, or was sent meanwhile. */
export async function noteReminder(tx: Transaction, id: string): Promise<boolean> {
  const noted = await tx
    .update(corrections)
    .set({ remindedAt: clock.now() })
    .where(and(eq(corrections.id, id), current, isNull(corrections.answeredAt), isNull(corrections.remindedAt)))
    .returning({ id: corrections.id });
  return noted.length > 0;
}

export interface LinkRow {
  member: Pick<MemberRow, 'id' | 'status' | 'decidedAt'> | null;
  correction: CorrectionRow | null;
  /** It was sent to an e-mail that is no longer the person's. */
  replacedAt: Date | null;
}

export async function insertLink(
  db: Queryable,
  values: { hash: string; kind: ApplicantLink; memberId: string; correctionId?: string },
): Promise<void> {
  await db.insert(applicantLinks).values(values);
}

/** The target of a link; null for an unknown one. */
export async function findLink(db: Queryable, kind: ApplicantLink, hash: string): Promise<LinkRow | null> {
  const [row] = await db
    .select({
      member: { id: members.id, status: members.status, decidedAt: members.decidedAt },
      correction: corrections,
      replacedAt: applicantLinks.replacedAt,
    })
    .from(applicantLinks)
    .leftJoin(members, eq(members.id, applicantLinks.memberId))
    .leftJoin(corrections, eq(corrections.id, applicantLinks.correctionId))
    .where(and(eq(applicantLinks.hash, hash), eq(applicantLinks.kind, kind)));
  return row ?? null;
}

/** Invalidates the links that were mailed to this person. */
export async function replaceLinks(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .update(applicantLinks)
    .set({ replacedAt: sql`${currentTime}` })
    .where(and(eq(applicantLinks.memberId, memberId), isNull(applicantLinks.replacedAt)));
}

/** Deletes links of deleted records and of corrections, after `days` days. */
export async function deleteOldLinks(db: Queryable, days: number): Promise<void> {
  await db
    .delete(applicantLinks)
    .where(
      and(
        or(isNull(applicantLinks.memberId), eq(applicantLinks.kind, 'correction')),
        lt(applicantLinks.createdAt, sql`${currentTime} - make_interval(days => ${days})`),
      ),
    );
}

/** Names and sizes of files, by their keys. */
export async function findFileNames(db: Queryable, keys: string[]) {
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({ key: files.key, name: files.name, size: files.bytes })
          .from(files)
          .where(inArray(files.key, keys));
  return new Map(rows.map(({ key, ...file }) => [key, file]));
}
