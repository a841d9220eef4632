import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { isStopped } from '#server/platform/mail/bounces.queries.ts';
import { emailBounces } from '#server/platform/mail/tables.ts';
import { limits } from '#shared/limits.ts';

/** Who holds an e-mail at which mails did not arrive. */
const bounced = (reach: Reach) =>
  and(
    eq(members.id, emailBounces.memberId),
    // As a case, since the database would take both together for rare, and go through everybody for a page.
    sql`case when ${members.email} = ${emailBounces.address} then true else false end`,
    inArray(members.status, ['New', 'Approved']),
    within(reach, members.state),
  );

/** A page of the addresses that do not work, the one that came last first. */
export function findBouncedAddresses(db: Readable, reach: Reach, page: number) {
  return db
    .select({
      id: members.id,
      reference: members.reference,
      memberNumber: members.memberNumber,
      name: members.name,
      status: members.status,
      state: members.state,
      mobile: members.mobile,
      email: emailBounces.address,
      times: emailBounces.times,
      since: emailBounces.since,
      last: emailBounces.last,
      reason: emailBounces.reason,
      stopped: isStopped(),
    })
    .from(emailBounces)
    .innerJoin(members, bounced(reach))
    .orderBy(desc(emailBounces.last), emailBounces.memberId)
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
}

export const countBouncedAddresses = async (db: Readable, reach: Reach): Promise<number> =>
  db.$count(db.select({ id: members.id }).from(emailBounces).innerJoin(members, bounced(reach)));
