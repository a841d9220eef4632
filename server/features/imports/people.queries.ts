import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { hasLoggedIn } from '#server/features/auth/auth.queries.ts';
import { type MemberRow, nextMemberNumber } from '#server/features/members/members.queries.ts';
import { changedTheRecord } from '#server/features/members/records.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { insertMailsOf } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { importRows } from './tables.ts';

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

interface Use {
  /** Why a member stays who has such a row, as it is said of them; '' for rows that go with the member. */
  says: string;
  /** Only rows of the table for which this holds. */
  where?: SQL;
}

/**
 * By each column that refers to a member, what it means for undoing the import that has created them: a test compares it with the tables.
 * A member who has been used for something since stays.
 */
export const uses: Readonly<Record<string, Use>> = {
  'payments.member_id': { says: 'has paid', where: sql`(state in ('claimed', 'received', 'refunded') or refund_due)` },
  'dues.member_id': { says: 'has paid', where: sql`(settled > 0 or refunded > 0 or claim = 'pending')` },
  'receipts.member_id': { says: 'has paid', where: sql`cancelled_at is null` },
  'salary_authorisations.member_id': { says: 'has authorised deductions from the salary' },
  'cases.member_id': { says: 'has asked the association' },
  'participations.member_id': { says: 'is registered for a conference' },
  'office_bearers.member_id': { says: 'is entered as an office bearer' },
  'vote_roll.member_id': { says: 'is on the roll of a vote' },
  'vote_objections.member_id': { says: 'has objected to the roll of a vote' },
  'corrections.member_id': { says: 'was asked for a correction' },
  'merged_records.kept_id': { says: 'is one record with another now' },
  'log.member_id': {
    says: 'was changed by the office',
    where: sql`import_id is null and (kind = 'decision' or action = ${changedTheRecord})`,
  },
  'import_rows.member_id': { says: 'was completed from another list', where: sql`import_id <> ${importRows.importId}` },
  'import_rows.duplicate_id': { says: '' },
  'member_calendars.member_id': { says: '' },
  'member_cards.member_id': { says: '' },
  'applicant_links.member_id': { says: '' },
  'circular_recipients.member_id': { says: '' },
  'unsubscribe_codes.member_id': { says: '' },
  'library_stars.member_id': { says: '' },
  'mail.member_id': { says: '' },
  'readings.member_id': { says: '' },
  'email_bounces.member_id': { says: '' },
  'invitations.member_id': { says: '' },
  'invitation_links.member_id': { says: '' },
  'passkeys.member_id': { says: '' },
  'passkey_handles.member_id': { says: '' },
  'not_me_links.member_id': { says: '' },
  'second_factors.member_id': { says: '' },
  'login_devices.member_id': { says: '' },
  'email_links.member_id': { says: '' },
  'directory_budgets.member_id': { says: '' },
  'different_people.one': { says: '' },
  'different_people.other': { says: '' },
  'likely_doubles.one': { says: '' },
  'likely_doubles.other': { says: '' },
  'sessions.member_id': { says: '' },
  'one_time_codes.member_id': { says: '' },
  'decision_undos.member_id': { says: '' },
};

const isUsed = (place: string): SQL => {
  const [table, column] = place.split('.') as [string, string];
  return sql`exists (select from ${sql.identifier(table)} used where used.${sql.identifier(column)} = ${members.id}
    and ${uses[place]!.where ?? sql`true`})`;
};

/** Why a member whom a row has created stays when the import is undone; null for nobody has used the record. */
const use = sql<string | null>`case when ${hasLoggedIn} then 'has logged in' ${sql.join(
  Object.entries(uses).flatMap(([place, { says }]) => (says === '' ? [] : [sql`when ${isUsed(place)} then ${says}`])),
  sql` `,
)} end`;

const hasPaid = isUsed('payments.member_id');

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

/** The records of these that rows of an import have created and that have been used since, with what for. */
export async function findInUse(tx: Transaction, importId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: members.id, use })
    .from(importRows)
    .innerJoin(members, eq(members.id, importRows.memberId))
    .where(and(madeBy(importId), inArray(members.id, ids)));
  return new Map(rows.flatMap((row) => (row.use === null ? [] : [[row.id, row.use]])));
}

/** Whether somebody whom an undone import has created is there and not in use. */
export async function canUndoMore(tx: Transaction, importId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: members.id })
    .from(importRows)
    .innerJoin(members, eq(members.id, importRows.memberId))
    .where(and(madeBy(importId), sql`${use} is null`))
    .limit(1);
  return row !== undefined;
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
