import { and, arrayContains, asc, count, desc, eq, gte, inArray, sql, sum } from 'drizzle-orm';
import { readings } from '#server/features/access-audit/tables.ts';
import { administrators } from '#server/features/administrators/tables.ts';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { payingOffices, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { letterRecipients } from '#server/features/letters/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';

/** What there is of a member besides their record, in numbers. */
export async function countTraces(db: Readable, memberId: string) {
  // One after the other: they read one snapshot on one connection.
  return {
    logins: await db.$count(log, and(eq(log.memberId, memberId), eq(log.kind, 'login'))),
    mails: await db.$count(mail, eq(mail.memberId, memberId)),
    payments: await db.$count(payments, eq(payments.memberId, memberId)),
    letters: await db.$count(letterRecipients, eq(letterRecipients.memberId, memberId)),
    conferences: await db.$count(participations, eq(participations.memberId, memberId)),
  };
}

const month = sql<string>`to_char(${readings.day}, 'YYYY-MM')`;

/** How often the office has opened what of a member, by month since a day, the newest first. */
export async function countReadings(db: Readable, memberId: string, since: string) {
  return db
    .select({ month, what: readings.what, times: sum(readings.times).mapWith(Number) })
    .from(readings)
    .where(and(eq(readings.memberId, memberId), gte(readings.day, since)))
    .groupBy(month, readings.what)
    .orderBy(desc(month), asc(readings.what));
}

/** Whether an administrator acts for this State alone, or for some. */
export async function hasOffice(db: Readable, state: string): Promise<boolean> {
  const [row] = await db
    .select({ count: count() })
    .from(administrators)
    .where(and(eq(administrators.disabled, false), arrayContains(administrators.states, [state])));
  return (row?.count ?? 0) > 0;
}

/** The wish to pay from the salary that has not ended, with the paying office’s name; undefined without one. */
export async function findLiveAuthorisation(db: Readable, memberId: string) {
  const [row] = await db
    .select({
      id: salaryAuthorisations.id,
      askedAt: salaryAuthorisations.askedAt,
      office: sql<string>`coalesce(${payingOffices.name}, ${salaryAuthorisations.officeName})`,
    })
    .from(salaryAuthorisations)
    .leftJoin(payingOffices, eq(payingOffices.id, salaryAuthorisations.officeId))
    .where(
      and(eq(salaryAuthorisations.memberId, memberId), inArray(salaryAuthorisations.state, ['asked', 'confirmed'])),
    )
    .orderBy(desc(salaryAuthorisations.askedAt))
    .limit(1);
  return row;
}

/** When a member was first entered as an office bearer; undefined if never. */
export async function findEntered(db: Readable, memberId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: officeBearers.createdAt })
    .from(officeBearers)
    .where(eq(officeBearers.memberId, memberId))
    .orderBy(asc(officeBearers.createdAt))
    .limit(1);
  return row?.at;
}
