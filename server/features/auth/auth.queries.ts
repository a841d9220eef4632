// Offered to other features: a member’s login, which a second factor and a changed e-mail address suspend or end.
import { and, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { type Whose, within } from '#server/platform/database/reach.ts';
import type { ActingAdministrator, ActingMember } from '#server/platform/http/access.ts';
import { log } from '#server/platform/log/tables.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { AppError } from '#shared/errors.ts';
import type { Subject } from './sessions.queries.ts';
import { loginDevices, oneTimeCodes, sessions } from './tables.ts';

/** The columns of a member that a login needs. */
export interface MemberLogin {
  id: string;
  reference: string;
  name: string;
  email: string;
  passwordHash: string | null;
  mustChangePassword: boolean;
  /** The temporary password has expired. */
  passwordExpired: boolean;
}

const login = {
  id: members.id,
  reference: members.reference,
  name: members.name,
  email: members.email,
  passwordHash: members.passwordHash,
  mustChangePassword: members.mustChangePassword,
  passwordExpired: sql<boolean>`coalesce(${members.temporaryPasswordUntil} <= ${currentTime}, false)`,
};

/**
 * A condition on `members`: they have logged in once. A login leaves a known browser and a line of the log; a chosen password
 * can also come from a one-time code.
 */
export const hasLoggedIn = sql`(
  exists (select from ${loginDevices} where ${loginDevices.memberId} = ${members.id})
  or exists (select from ${log} where ${log.memberId} = ${members.id} and ${log.kind} = 'login' and ${log.by} = 'member')
  or exists (select from ${passkeys} where ${passkeys.memberId} = ${members.id})
  or exists (select from ${sessions} where ${sessions.memberId} = ${members.id})
  or (${members.passwordHash} is not null and not ${members.mustChangePassword})
)`;

/** Those of these members who have logged in once. */
export async function findLoggedIn(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, [...ids]), hasLoggedIn));
  return new Set(rows.map(({ id }) => id));
}

const approved = eq(members.status, 'Approved');

/** The Approved member with this e-mail (lower case). */
export async function findMemberByEmail(db: Queryable, email: string): Promise<MemberLogin | undefined> {
  const [row] = await db
    .select(login)
    .from(members)
    .where(and(eq(members.email, email), approved));
  return row;
}

/** @param whose the administrator's reach; 'unrestricted' for the member */
export async function findMemberById(db: Queryable, id: string, whose: Whose): Promise<MemberLogin | undefined> {
  const [row] = await db
    .select(login)
    .from(members)
    .where(and(eq(members.id, id), approved, within(whose, members.state)));
  return row;
}

/**
 * Locks the member, who must still be Approved and have the password that was just verified.
 * @returns false when that has changed
 */
export async function holdMember(tx: Queryable, id: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), approved, eq(members.passwordHash, passwordHash)))
    .for('share');
  return rows.length === 1;
}

/** Locks the member, who must still be Approved and have this e-mail. @returns false otherwise */
export async function holdEmail(tx: Queryable, id: string, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), approved, eq(members.email, email)))
    .for('share');
  return rows.length === 1;
}

/** Locks somebody's record against every change of what lets them in. */
export async function lockOwner(tx: Queryable, subject: Subject): Promise<void> {
  if ('memberId' in subject) {
    await tx.select({ id: members.id }).from(members).where(eq(members.id, subject.memberId)).for('no key update');
  } else {
    const { administratorId } = subject;
    const own = eq(administrators.id, administratorId);
    await tx.select({ id: administrators.id }).from(administrators).where(own).for('no key update');
  }
}

type Login =
  | Pick<ActingMember, 'role' | 'memberId' | 'sessionId'>
  | Pick<ActingAdministrator, 'role' | 'administratorId' | 'sessionId'>;

/**
 * Holds a login until the transaction ends: the account is not taken back meanwhile, and has not been since the call began. Before
 * everything by which somebody else could come in later, or go on.
 * @throws NOT_LOGGED_IN
 */
export async function holdLogin(tx: Queryable, auth: Login): Promise<void> {
  if (auth.role === 'member') {
    await tx.select({ id: members.id }).from(members).where(eq(members.id, auth.memberId)).for('share');
  } else {
    const own = eq(administrators.id, auth.administratorId);
    await tx.select({ id: administrators.id }).from(administrators).where(own).for('share');
  }
  if ((await tx.$count(sessions, eq(sessions.id, auth.sessionId))) > 0) return;
  throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
}

/** Locks the member for a change of what lets them in. @returns false unless Approved */
export async function lockApproved(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), approved))
    .for('no key update');
  return rows.length === 1;
}

/**
 * Sets a password that the member has chosen.
 * @param instead the expected current password
 * @returns false when it is another one, or the member is no longer Approved
 */
export async function setOwnPassword(tx: Queryable, id: string, passwordHash: string, instead?: string) {
  const rows = await tx
    .update(members)
    .set({ passwordHash, temporaryPasswordUntil: null, mustChangePassword: false })
    .where(and(eq(members.id, id), approved, instead === undefined ? undefined : eq(members.passwordHash, instead)))
    .returning({ id: members.id });
  return rows.length === 1;
}

/** Sets a temporary password, which expires after `days`. @returns false when the member is not Approved */
export async function setTemporaryPassword(tx: Queryable, id: string, passwordHash: string, days: number) {
  const rows = await tx
    .update(members)
    .set({
      passwordHash,
      temporaryPasswordUntil: sql`${currentTime} + make_interval(days => ${days})`,
      mustChangePassword: true,
    })
    .where(and(eq(members.id, id), approved))
    .returning({ id: members.id });
  return rows.length === 1;
}

/**
 * Makes a password useless; another one has to be set. An administrator then counts as invited, so that the office can invite them
 * again.
 */
export async function voidPassword(tx: Queryable, subject: Subject): Promise<void> {
  const none = { passwordHash: null, temporaryPasswordUntil: null, mustChangePassword: false };
  if ('memberId' in subject) await tx.update(members).set(none).where(eq(members.id, subject.memberId));
  else {
    const values = { ...none, lastLoginAt: null };
    await tx.update(administrators).set(values).where(eq(administrators.id, subject.administratorId));
  }
}

/** Expires a temporary password; one that its owner has chosen stays. */
export async function endTemporaryPassword(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(members)
    .set({ temporaryPasswordUntil: sql`${currentTime}` })
    .where(and(eq(members.id, id), gt(members.temporaryPasswordUntil, sql`${currentTime}`)));
}

/** Makes `codeHash` the member's one live code. */
export async function putCode(
  tx: Queryable,
  memberId: string,
  codeHash: string,
  { tries, minutes }: { tries: number; minutes: number },
): Promise<void> {
  const code = { codeHash, triesLeft: tries, expiresAt: sql`${currentTime} + make_interval(mins => ${minutes})` };
  await tx
    .insert(oneTimeCodes)
    .values({ memberId, ...code })
    .onConflictDoUpdate({ target: oneTimeCodes.memberId, set: code });
}

const isLive = (memberId: string) =>
  and(
    eq(oneTimeCodes.memberId, memberId),
    gt(oneTimeCodes.triesLeft, 0),
    gt(oneTimeCodes.expiresAt, sql`${currentTime}`),
  );

/** The hash of the member's live code, null when there is none. */
export async function findCode(db: Queryable, memberId: string): Promise<string | null> {
  const [row] = await db.select({ codeHash: oneTimeCodes.codeHash }).from(oneTimeCodes).where(isLive(memberId));
  return row?.codeHash ?? null;
}

/** Takes one try of this code before it is checked. @returns false when none is left */
export async function takeTry(tx: Queryable, memberId: string, codeHash: string): Promise<boolean> {
  const rows = await tx
    .update(oneTimeCodes)
    .set({ triesLeft: sql`${oneTimeCodes.triesLeft} - 1` })
    .where(and(isLive(memberId), eq(oneTimeCodes.codeHash, codeHash)))
    .returning({ memberId: oneTimeCodes.memberId });
  return rows.length === 1;
}

/** Gives a try back to the code, after the code was right. */
export async function giveTryBack(db: Queryable, memberId: string, codeHash: string): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set({ triesLeft: sql`${oneTimeCodes.triesLeft} + 1` })
    .where(and(eq(oneTimeCodes.memberId, memberId), eq(oneTimeCodes.codeHash, codeHash)));
}

/** Uses the code up. @returns false when it was used already */
export async function spendCode(tx: Queryable, memberId: string, codeHash: string): Promise<boolean> {
  const rows = await tx
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.memberId, memberId), eq(oneTimeCodes.codeHash, codeHash)))
    .returning({ memberId: oneTimeCodes.memberId });
  return rows.length === 1;
}

export async function deleteCode(tx: Queryable, memberId: string): Promise<void> {
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.memberId, memberId));
}

/** Deletes expired codes. */
export async function sweepCodes(db: Queryable): Promise<void> {
  await db
    .delete(oneTimeCodes)
    .where(or(lt(oneTimeCodes.expiresAt, sql`${currentTime}`), eq(oneTimeCodes.triesLeft, 0)));
}

/** Whether any member has ever logged in. */
export async function hasAnyLoggedIn(db: Readable): Promise<boolean> {
  const [row] = await db
    .select({ id: loginDevices.memberId })
    .from(loginDevices)
    .where(isNotNull(loginDevices.memberId))
    .limit(1);
  return row !== undefined;
}
