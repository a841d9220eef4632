import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { tiers } from '#server/database/tables/content.ts';
import { memberNumbers, members, registrationNumbers } from '#server/database/tables/members.ts';
import { limits } from '#shared/limits.ts';
import type { MembershipValue } from '#shared/options.ts';

export type MemberRow = typeof members.$inferSelect;
export type NewMember = typeof members.$inferInsert;
export type MemberChange = Partial<Omit<NewMember, 'id' | 'reference' | 'createdAt' | 'version'>>;

/** A record that holds its e-mail: applicants under review and members. */
const holdsEmail = inArray(members.status, ['New', 'Approved']);

export async function findMember(db: Queryable, id: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.id, id));
  return row;
}

/** The record, kept from everybody else's changes until the transaction ends. */
export async function lockMember(tx: Transaction, id: string): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('update');
  return row;
}

/** Whoever else holds an e-mail: the New or Approved record with it, but for `exceptId`. */
export async function findHolder(db: Queryable, email: string, exceptId?: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.email, email), holdsEmail, exceptId ? ne(members.id, exceptId) : undefined));
  return row;
}

/** The registration that the same content made a few minutes ago, unless it has been rejected since. */
export async function findRepeated(db: Queryable, submissionHash: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(members)
    .where(
      and(
        eq(members.submissionHash, submissionHash),
        holdsEmail,
        gt(members.createdAt, sql`now() - make_interval(mins => ${limits.repeatWindowMinutes})`),
      ),
    )
    .orderBy(desc(members.createdAt))
    .limit(1);
  return row;
}

/** Lets registrations of one e-mail through one after the other, until the transaction ends. */
export async function queueForEmail(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(4714, hashtext(${email}))`);
}

const yearInIndia = sql.raw(`to_char(now() at time zone 'Asia/Kolkata', 'YYYY')`);

/** The next reference, such as AIP-2026-000123. */
export async function nextReference(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ year: string; number: string }>(
    sql`select ${yearInIndia} as year, nextval(${registrationNumbers.seqName}) as number`,
  );
  return referenceOf(Number(rows[0]!.year), Number(rows[0]!.number));
}

/** The next member number, such as AIP-M-000045. */
export async function nextMemberNumber(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select nextval(${memberNumbers.seqName}) as number`);
  return memberNumberOf(Number(rows[0]!.number));
}

/** @param number from 1 on; from a million on the reference is a digit longer */
export const referenceOf = (year: number, number: number) => `AIP-${year}-${String(number).padStart(6, '0')}`;
export const memberNumberOf = (number: number) => `AIP-M-${String(number).padStart(6, '0')}`;

export async function insertMember(tx: Transaction, values: NewMember): Promise<MemberRow> {
  const [row] = await tx.insert(members).values(values).returning();
  return row!;
}

export async function updateMember(tx: Transaction, id: string, change: MemberChange): Promise<void> {
  await tx
    .update(members)
    .set({ ...change, version: sql`${members.version} + 1` })
    .where(eq(members.id, id));
}

/** A change that no one who is editing the record could overwrite, and that therefore need not disturb him. */
export async function updateBesideEdits(tx: Transaction, id: string, change: MemberChange): Promise<void> {
  await tx.update(members).set(change).where(eq(members.id, id));
}

export async function deleteMember(tx: Transaction, id: string): Promise<void> {
  await tx.delete(members).where(eq(members.id, id));
}

export interface TierRow {
  /** Whole rupees. */
  fee: number;
  title: string;
  offered: boolean;
}

export async function findTier(db: Queryable, membership: MembershipValue): Promise<TierRow | undefined> {
  const [row] = await db
    .select({ fee: tiers.feeRupees, title: tiers.title, offered: tiers.offered })
    .from(tiers)
    .where(eq(tiers.membership, membership));
  return row;
}

/** Whether an error says that another New or Approved record holds the e-mail. */
export function isEmailConflict(error: unknown): boolean {
  let current = error as { code?: string; constraint?: string; cause?: unknown } | undefined;
  while (current) {
    if (current.code === '23505' && current.constraint === 'members_email_active') return true;
    current = current.cause as typeof current;
  }
  return false;
}
