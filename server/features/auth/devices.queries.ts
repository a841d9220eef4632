import { and, eq, exists, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { administrators, loginDevices } from '#server/database/tables/auth.ts';
import { members } from '#server/database/tables/members.ts';
import { currentTime } from '#server/database/time.ts';
import type { Subject } from './sessions.queries.ts';

/** A browser that has not logged in for so long is a stranger again. */
const knownDays = 180;
/** Of one account; more are no person's, and each has a counter of its own. */
const mostDevices = 20;

const stillKnown = gt(loginDevices.usedAt, sql`${currentTime} - make_interval(days => ${knownDays})`);

const ownedBy = (subject: Subject) =>
  'memberId' in subject
    ? eq(loginDevices.memberId, subject.memberId)
    : eq(loginDevices.administratorId, subject.administratorId);

/** Whether the account with this e-mail (lower case) has been logged in to from the browser that holds the token. */
export async function knowsDevice(
  db: Queryable,
  role: 'member' | 'admin',
  email: string,
  tokenHash: string,
): Promise<boolean> {
  const owner =
    role === 'member'
      ? exists(
          db
            .select({ id: members.id })
            .from(members)
            .where(ownerIs(members, loginDevices.memberId, email)),
        )
      : exists(
          db
            .select({ id: administrators.id })
            .from(administrators)
            .where(ownerIs(administrators, loginDevices.administratorId, email)),
        );
  const rows = await db
    .select({ id: loginDevices.id })
    .from(loginDevices)
    .where(and(eq(loginDevices.tokenHash, tokenHash), stillKnown, owner))
    .limit(1);
  return rows.length > 0;
}

function ownerIs(
  table: typeof members | typeof administrators,
  owner: typeof loginDevices.memberId | typeof loginDevices.administratorId,
  email: string,
): SQL | undefined {
  return and(eq(table.id, owner), eq(table.email, email));
}

/** Whether this token is one that we have given to a browser, for whichever account. */
export async function isDeviceToken(db: Queryable, tokenHash: string): Promise<boolean> {
  return (await db.$count(loginDevices, and(eq(loginDevices.tokenHash, tokenHash), stillKnown))) > 0;
}

/** Notes that the account has been logged in to from this browser just now. */
export async function noteDevice(tx: Queryable, subject: Subject, tokenHash: string): Promise<void> {
  await tx
    .insert(loginDevices)
    .values({ ...subject, tokenHash })
    .onConflictDoUpdate({
      target: [loginDevices.tokenHash, loginDevices.memberId, loginDevices.administratorId],
      set: { usedAt: sql`${currentTime}` },
    });
  const tooMany = tx
    .select({ id: loginDevices.id })
    .from(loginDevices)
    .where(ownedBy(subject))
    .orderBy(sql`${loginDevices.usedAt} desc`)
    .offset(mostDevices);
  await tx.delete(loginDevices).where(inArray(loginDevices.id, tooMany));
}

/** Removes what is no longer known. */
export async function sweepDevices(db: Queryable): Promise<void> {
  await db
    .delete(loginDevices)
    .where(lt(loginDevices.usedAt, sql`${currentTime} - make_interval(days => ${knownDays})`));
}
