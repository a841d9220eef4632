import { and, eq, exists, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { log } from '#server/platform/log/tables.ts';
import { limits } from '#shared/limits.ts';
import type { Subject } from './sessions.queries.ts';
import { loginDevices, sessions } from './tables.ts';

/** After this time without a login a browser is no longer known. */
const knownDays = 180;
/** Per account; nobody has more, and each has its own counter of tries. */
const maxDevices = 20;

const stillKnown = gt(loginDevices.usedAt, sql`${currentTime} - make_interval(days => ${knownDays})`);

const ownedBy = (subject: Subject) =>
  'memberId' in subject
    ? eq(loginDevices.memberId, subject.memberId)
    : eq(loginDevices.administratorId, subject.administratorId);

/** Whether the browser with this token has logged in to the account with this e-mail (lower case). */
export async function knowsDevice(db: Queryable, role: 'member' | 'admin', email: string, tokenHash: string) {
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

/** Whether we have issued this token, for any account. */
export async function isDeviceToken(db: Queryable, tokenHash: string): Promise<boolean> {
  return (await db.$count(loginDevices, and(eq(loginDevices.tokenHash, tokenHash), stillKnown))) > 0;
}

/** Whether the account has been logged in to from the browser with this token. */
export async function isDeviceOf(db: Queryable, subject: Subject, tokenHash: string): Promise<boolean> {
  return (await db.$count(loginDevices, and(eq(loginDevices.tokenHash, tokenHash), ownedBy(subject), stillKnown))) > 0;
}

/**
 * Whether a login from an unknown browser is nothing that the owner needs to be told of: the first one ever, and the first one
 * with a temporary password, which the office has given them.
 */
export async function expectsNewDevice(db: Queryable, subject: Subject): Promise<boolean> {
  const [row] =
    'memberId' in subject
      ? await db
          .select({
            until: members.temporaryPasswordUntil,
            last: sql<
              string | null
            >`(select max(at) from ${log} l where l.member_id = ${members}.id and l.kind = 'login' and l.action = 'logged in')`,
          })
          .from(members)
          .where(eq(members.id, subject.memberId))
      : await db
          .select({
            until: administrators.temporaryPasswordUntil,
            last: sql<string | null>`${administrators.lastLoginAt}::text`,
          })
          .from(administrators)
          .where(eq(administrators.id, subject.administratorId));
  if (!row || row.last === null) return true;
  const givenAt = row.until && row.until.getTime() - limits.temporaryPasswordDays * 24 * 60 * 60 * 1_000;
  return givenAt !== null && new Date(row.last).getTime() < givenAt;
}

export async function noteAdministratorLogin(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(administrators)
    .set({ lastLoginAt: sql`${currentTime}` })
    .where(eq(administrators.id, id));
}

/** Forgets the browsers of an account, but for the one that opened a session. */
export async function forgetDevices(tx: Queryable, subject: Subject, exceptSessionId?: string): Promise<void> {
  const stays = exceptSessionId
    ? sql`${loginDevices.id} is distinct from (select ${sessions.deviceId} from ${sessions} where ${sessions.id} = ${exceptSessionId})`
    : undefined;
  await tx.delete(loginDevices).where(and(ownedBy(subject), stays));
}

/** Records a login to the account from this browser. @returns the id of the two together */
export async function noteDevice(tx: Queryable, subject: Subject, tokenHash: string): Promise<string> {
  const [noted] = await tx
    .insert(loginDevices)
    .values({ ...subject, tokenHash })
    .onConflictDoUpdate({
      target: [loginDevices.tokenHash, loginDevices.memberId, loginDevices.administratorId],
      set: { usedAt: sql`${currentTime}` },
    })
    .returning({ id: loginDevices.id });
  const tooMany = tx
    .select({ id: loginDevices.id })
    .from(loginDevices)
    .where(ownedBy(subject))
    .orderBy(sql`${loginDevices.usedAt} desc`)
    .offset(maxDevices);
  await tx.delete(loginDevices).where(inArray(loginDevices.id, tooMany));
  return noted!.id;
}

/** Deletes browsers that are no longer known. */
export async function sweepDevices(db: Queryable): Promise<void> {
  await db
    .delete(loginDevices)
    .where(lt(loginDevices.usedAt, sql`${currentTime} - make_interval(days => ${knownDays})`));
}
