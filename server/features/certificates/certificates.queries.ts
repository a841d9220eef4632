import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import { inBatches, readInBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import type { Language } from '#shared/languages.ts';
import { certificates, certificateYears } from './tables.ts';

export type CertificateRow = typeof certificates.$inferSelect;
export type CertificateContent = CertificateRow['content'];

/** Attendees without a valid certificate, in the order of arrival. */
export async function findUncertified(tx: Transaction, conferenceId: string) {
  return tx
    .select({
      id: participations.id,
      language: sql<Language>`coalesce(${members.language}, ${participations.language})`,
      name: sql<string>`coalesce(${members.name}, ${participations.name})`,
      memberNumber: sql<string>`coalesce(${members.memberNumber}, '')`,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(certificates, and(eq(certificates.participationId, participations.id), isNull(certificates.cancelledAt)))
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        eq(participations.state, 'registered'),
        isNotNull(participations.checkedInAt),
        isNull(certificates.id),
        // Erased people have no name to certify.
        sql`coalesce(${members.name}, ${participations.name}) <> ''`,
      ),
    )
    .orderBy(asc(participations.checkedInAt), asc(participations.id));
}

/** Takes the next numbers of a year; its row stays locked until the transaction ends. @returns the first of them */
export async function takeNumbers(tx: Transaction, year: number, count: number): Promise<number> {
  const [row] = await tx
    .insert(certificateYears)
    .values({ year, last: count })
    .onConflictDoUpdate({ target: certificateYears.year, set: { last: sql`${certificateYears.last} + ${count}` } })
    .returning({ last: certificateYears.last });
  return row!.last - count + 1;
}

export async function insertCertificates(tx: Transaction, rows: (typeof certificates.$inferInsert)[]): Promise<void> {
  for (const batch of inBatches(rows, 2_000)) await tx.insert(certificates).values([...batch]);
}

export async function cancelCertificates(tx: Transaction, participationIds: readonly string[], at: Date) {
  if (participationIds.length === 0) return;
  await tx
    .update(certificates)
    .set({ cancelledAt: at })
    .where(and(inArray(certificates.participationId, [...participationIds]), isNull(certificates.cancelledAt)));
}

/** Erases the names of certificates; their numbers stay. */
export async function eraseCertificates(tx: Transaction, participationIds: readonly string[], at: Date): Promise<void> {
  if (participationIds.length === 0) return;
  await tx
    .update(certificates)
    .set({ erasedAt: at, content: sql`${certificates.content} || '{"name": "", "memberNumber": ""}'::jsonb` })
    .where(and(inArray(certificates.participationId, [...participationIds]), isNull(certificates.erasedAt)));
}

/** Changes the days, YYYY-MM-DD, on the certificates of a conference that are not cancelled; whose name was erased has its days too. */
export async function redateCertificates(tx: Transaction, conferenceId: string, from: string, until: string) {
  await tx
    .update(certificates)
    .set({ content: sql`${certificates.content} || ${JSON.stringify({ from, until })}::jsonb` })
    .where(and(eq(certificates.conferenceId, conferenceId), isNull(certificates.cancelledAt)));
}

/** Conferences that ended before a moment and have no certificates yet. */
export async function findDueForCertificates(db: Readable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conferences.id })
    .from(conferences)
    .where(
      and(
        sql`${conferences.certificate} and ${conferences.certifiedAt} is null`,
        isNull(conferences.cancelledAt),
        lt(sql`coalesce(${conferences.endsAt}, ${conferences.startsAt})`, before),
      ),
    )
    .orderBy(asc(conferences.startsAt));
  return rows.map(({ id }) => id);
}

export async function findCertificate(db: Readable, participationId: string) {
  const [row] = await db
    .select({ certificate: certificates, memberId: participations.memberId, homeState: members.state })
    .from(certificates)
    .innerJoin(participations, eq(participations.id, certificates.participationId))
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(
      and(
        eq(certificates.participationId, participationId),
        isNull(certificates.cancelledAt),
        isNull(certificates.erasedAt),
      ),
    );
  return row;
}

/** The valid certificates of a conference by number, in batches. */
export const eachCertificate = (
  db: Readable,
  conferenceId: string,
  size: number,
): AsyncGenerator<{ certificate: CertificateRow; homeState: string | null }[]> =>
  readInBatches(size, (last) =>
    db
      .select({ certificate: certificates, homeState: members.state })
      .from(certificates)
      .innerJoin(participations, eq(participations.id, certificates.participationId))
      .leftJoin(members, eq(members.id, participations.memberId))
      .where(
        and(
          eq(certificates.conferenceId, conferenceId),
          isNull(certificates.cancelledAt),
          isNull(certificates.erasedAt),
          gt(certificates.number, last?.certificate.number ?? 0),
        ),
      )
      .orderBy(asc(certificates.number))
      .limit(size),
  );

/** The association and the signers on a certificate. @param day YYYY-MM-DD, for the office bearers */
export async function findIssuer(db: Queryable, day: string) {
  const row = await findSettings(db);
  const { name = '', address = '', hi } = row?.association ?? {};
  const chosen = row?.certificateSigners ?? [];
  return {
    name,
    nameInHindi: hi?.name ?? '',
    address,
    signers: chosen.length > 0 ? chosen : await findLeaders(db, day),
  };
}

/** The president and the (general) secretary on a day. */
async function findLeaders(db: Queryable, day: string) {
  const rows = await db
    .select({ name: officeBearers.name, office: officeBearers.office, current: members.name })
    .from(officeBearers)
    .leftJoin(members, eq(members.id, officeBearers.memberId))
    .where(
      and(
        sql`${officeBearers.officeKey} in ('president', 'generalsecretary', 'secretary', 'secretarygeneral')`,
        sql`${officeBearers.from} <= ${day} and (${officeBearers.until} is null or ${officeBearers.until} >= ${day})`,
      ),
    )
    .orderBy(sql`${officeBearers.officeKey} = 'secretary'`, asc(officeBearers.position));
  const president = rows.find(({ office }) => office.toLowerCase() === 'president');
  const secretary = rows.find((each) => each.office.toLowerCase() !== 'president');
  return [president, secretary]
    .filter((each) => each !== undefined)
    .map(({ name, current, office }) => ({ name: current ?? name, office, signature: '' }));
}

export async function hasCertificates(db: Readable, conferenceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.conferenceId, conferenceId), isNull(certificates.cancelledAt)))
    .limit(1);
  return rows.length > 0;
}
