import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { hasLoggedIn } from '#server/features/auth/auth.queries.ts';
import { type MemberRow, nextMemberNumber, referenceOf } from '#server/features/members/members.queries.ts';
import { members, mergedRecords, registrationNumbers } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { insertMailsOf } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { importRows } from './tables.ts';

/** The references of new registrations. */
export async function takeReferences(tx: Transaction, count: number): Promise<string[]> {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select nextval(${registrationNumbers.seqName}) as number from generate_series(1, ${count})`,
  );
  const year = Number(clock.today().slice(0, 4));
  return rows.map(({ number }) => referenceOf(year, Number(number)));
}

/** The next member number that neither a record nor a row of the list has. */
export async function takeMemberNumber(tx: Transaction, importId: string): Promise<string> {
  for (;;) {
    const number = await nextMemberNumber(tx);
    // Searched by number alone: see the indexes of the table.
    const ofList = sql`(${importRows.importId} = ${importId}) is true`;
    const brought = and(eq(importRows.memberNumber, number), ofList);
    if ((await tx.$count(importRows, brought)) === 0) return number;
  }
}

/** Which of these e-mails belong to a New or Approved record. */
export async function findHeldEmails(tx: Queryable, emails: string[]): Promise<Set<string>> {
  const addresses = emails.filter((email) => email !== '');
  if (addresses.length === 0) return new Set();
  const rows = await tx
    .select({ email: members.email })
    .from(members)
    .where(and(inArray(members.email, addresses), inArray(members.status, ['New', 'Approved'])));
  return new Set(rows.map(({ email }) => email));
}

export async function findPeople(db: Queryable, ids: string[]): Promise<Map<string, MemberRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(members).where(inArray(members.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks records, in the order of their ids, as everywhere. */
export async function lockPeople(tx: Transaction, ids: string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return [];
  return tx.select().from(members).where(inArray(members.id, ids)).orderBy(asc(members.id)).for('update');
}

/** A member's payments other than the waived admission. */
const hasPaid = sql`exists (select from ${payments} where ${payments.memberId} = ${members.id}
  and (${payments.state} in ('claimed', 'received', 'refunded') or ${payments.refundDue}))`;

/** Another record was merged into it. */
const isKept = sql`exists (select from ${mergedRecords} where ${mergedRecords.keptId} = ${members.id})`;

const madeBy = (importId: string) => and(eq(importRows.importId, importId), sql`${importRows.completed} is null`);

/** The members who can log in by it: those whom it has created, or given the e-mail that their record lacked. */
const ableBy = (importId: string) =>
  and(eq(importRows.importId, importId), sql`(${importRows.completed} is null or ${importRows.completed} ? 'email')`);

/** Whether a member has logged in by an import, or one that it has created has paid. */
export async function isInUse(db: Queryable, importId: string): Promise<'login' | 'money' | null> {
  const any = async (condition: SQL | undefined) => {
    const rows = await db
      .select({ id: members.id })
      .from(importRows)
      .innerJoin(members, eq(members.id, importRows.memberId))
      .where(condition)
      .limit(1);
    return rows.length > 0;
  };
  if (await any(and(ableBy(importId), hasLoggedIn))) return 'login';
  return (await any(and(madeBy(importId), hasPaid))) ? 'money' : null;
}

/** The records whose owners have logged in or paid. */
export async function findInUse(tx: Transaction, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, ids), sql`(${hasLoggedIn} or ${hasPaid} or ${isKept})`));
  return new Set(rows.map(({ id }) => id));
}

const withoutCredentials = sql`${members.status} = 'Approved' and ${members.email} <> '' and ${members.passwordHash} is null and not exists (
  select from ${mail} where ${mail.memberId} = ${members.id} and ${mail.kind} = 'credentials' and ${mail.state} in ('waiting', 'sent'))`;

export async function countWithoutCredentials(db: Queryable, importId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(importRows)
    .innerJoin(members, eq(members.id, importRows.memberId))
    .where(and(ableBy(importId), withoutCredentials));
  return row!.count;
}

/**
 * Queues the mails with credentials to members who can log in by an import and have none, in the order of the list.
 * @param which at most so many, or only those of rows from `from` to `to`
 * @returns how many
 */
export async function queueCredentialMails(
  tx: Transaction,
  importId: string,
  link: string,
  which: { most: number } | { from: number; to: number },
): Promise<number> {
  const range = 'from' in which ? sql`and ${importRows.row} between ${which.from} and ${which.to}` : sql``;
  const max = 'most' in which ? sql`limit ${which.most}` : sql``;
  return insertMailsOf(
    tx,
    'credentials',
    sql`
    select ${members.email},
      jsonb_build_object('name', ${members.name}, 'memberNumber', ${members.memberNumber}, 'link', ${link}::text), ${members.id}
    from ${importRows} join ${members} on ${members.id} = ${importRows.memberId}
    where ${ableBy(importId)} and ${withoutCredentials} ${range}
    order by ${importRows.row} ${max}`,
  );
}
