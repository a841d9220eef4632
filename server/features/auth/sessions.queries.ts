// Offered to other features: the owner of a session, and its end when its credentials change.
import { and, desc, eq, gt, inArray, isNotNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import type { Database, Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { Reach } from '#server/platform/database/reach.ts';
import { preparedOnce } from '#server/platform/database/with-client.ts';
import { clock } from '#shared/clock.ts';
import type { Language } from '#shared/languages.ts';
import type { Power } from '#shared/powers.ts';
import { loginDevices, sessions } from './tables.ts';

/** The owner of a session. */
export type Subject = { memberId: string } | { administratorId: string };

/** The lifetime of a session: when idle, and in all. In seconds. */
export const sessionLife = {
  member: { idle: 12 * 60 * 60, absolute: 7 * 24 * 60 * 60 },
  admin: { idle: 30 * 60, absolute: 12 * 60 * 60 },
} as const;

/** `usedAt` is updated at most this often, so that reads do not cause a write each. */
const touchSeconds = 60;

export type LiveSession = {
  id: string;
  email: string;
  /** `usedAt` is due for an update. */
  stale: boolean;
  confirmed: boolean;
} & (
  | { role: 'member'; memberId: string }
  | {
      role: 'admin';
      administratorId: string;
      lacksSecondFactor: 'setUp' | 'prove' | null;
      powers: Power[];
      states: string[];
    }
);

const notIdle = (time: SQLWrapper) =>
  or(
    and(
      eq(sessions.role, 'member'),
      gt(sessions.usedAt, sql`${time} - make_interval(secs => ${sessionLife.member.idle})`),
    ),
    and(
      eq(sessions.role, 'admin'),
      gt(sessions.usedAt, sql`${time} - make_interval(secs => ${sessionLife.admin.idle})`),
    ),
  );

/** How a session was opened. */
export interface Opening {
  /** The browser's name in the list of sessions. */
  browser?: string;
  /** By a passkey, or by password and code. */
  twoFactors?: boolean;
  /** The passkey that opens it. */
  passkeyId?: string | undefined;
  /** The browser that opens it. */
  deviceId?: string;
}

export async function insertSession(
  db: Queryable,
  subject: Subject,
  tokenHash: string,
  { browser = '', twoFactors = false, passkeyId, deviceId }: Opening,
) {
  const role = 'memberId' in subject ? 'member' : 'admin';
  await db.insert(sessions).values({
    ...subject,
    role,
    tokenHash,
    browser,
    twoFactors,
    passkeyId,
    deviceId,
    expiresAt: sql`${currentTime} + make_interval(secs => ${sessionLife[role].absolute})`,
  });
}

/** Whether somebody still has a temporary password; false for a missing record. */
export async function mustChangePassword(db: Queryable, subject: Subject): Promise<boolean> {
  const [row] =
    'memberId' in subject
      ? await db
          .select({ must: members.mustChangePassword })
          .from(members)
          .where(and(eq(members.id, subject.memberId), eq(members.status, 'Approved')))
      : await db
          .select({ must: administrators.mustChangePassword })
          .from(administrators)
          .where(eq(administrators.id, subject.administratorId));
  return row?.must ?? false;
}

// Every call with a token runs this query. Prepared once, it costs a tenth of the work here and a third in the database;
// it looks few rows up by unique keys, so one plan fits all values.
const preparedFindSession = preparedOnce((db: Database) => {
  // A prepared statement keeps its constants; the time has to be a parameter.
  const time = sql`${sql.placeholder('time')}::timestamptz`;
  return (
    db
      .select({
        id: sessions.id,
        memberId: members.id,
        memberEmail: members.email,
        administratorId: administrators.id,
        administratorEmail: administrators.email,
        powers: administrators.powers,
        states: administrators.states,
        confirmed: sql<boolean>`coalesce(${sessions.confirmedUntil} > ${time}, false)`,
        lacksSecondFactor: sql<
          'setUp' | 'prove' | null
        >`case when ${administrators.id} is not null and not ${sessions.twoFactors}
        and exists (select 1 from ${settings} where administrators_need_second_factor)
        and not exists (select 1 from ${secondFactors} f where f.administrator_id = ${administrators.id} and f.on_since is not null)
        then case when exists (select 1 from ${passkeys} p where p.administrator_id = ${administrators.id} and p.host = ${sql.placeholder('host')})
          then 'prove' else 'setUp' end end`,
        stale: sql<boolean>`${sessions.usedAt} < ${time} - make_interval(secs => ${touchSeconds})`,
      })
      .from(sessions)
      .leftJoin(
        members,
        and(eq(sessions.role, 'member'), eq(members.id, sessions.memberId), eq(members.status, 'Approved')),
      )
      .leftJoin(
        administrators,
        and(
          eq(sessions.role, 'admin'),
          eq(administrators.id, sessions.administratorId),
          eq(administrators.disabled, false),
        ),
      )
      .where(
        and(
          eq(sessions.tokenHash, sql.placeholder('tokenHash')),
          gt(sessions.expiresAt, sql`${time}`),
          notIdle(time),
          or(isNotNull(members.id), isNotNull(administrators.id)),
        ),
      )
      // A named statement stays on the connection, which a pooler lends to others.
      .prepare(db.isPooled ? '' : 'find_session')
  );
});

/** The session of a token, while it lives and its owner is an Approved member or an active administrator. @param host for whose passkeys */
export async function findLiveSession(db: Database, tokenHash: string, host: string): Promise<LiveSession | null> {
  const [row] = await preparedFindSession(db).execute({ tokenHash, host, time: clock.now().toISOString() });
  if (!row) return null;
  const { id, stale, confirmed, lacksSecondFactor, memberId, memberEmail, administratorId, administratorEmail } = row;
  const { powers, states } = row;
  if (memberId && memberEmail) return { id, stale, role: 'member', memberId, confirmed, email: memberEmail };
  if (administratorId && administratorEmail && powers && states) {
    const email = administratorEmail;
    return { id, stale, role: 'admin', administratorId, confirmed, lacksSecondFactor, powers, states, email };
  }
  return null;
}

/** An administrator's current powers, for a job that goes on after its call; undefined for one who may no longer log in. */
export async function findOffice(db: Queryable, email: string): Promise<{ powers: Power[]; reach: Reach } | undefined> {
  const [row] = await db
    .select({ powers: administrators.powers, states: administrators.states })
    .from(administrators)
    .where(and(eq(administrators.email, email), eq(administrators.disabled, false)));
  return row && { powers: row.powers, reach: Reach.ofAdministrator(row) };
}

/** In which language a member is written to. */
export async function findLanguage(db: Queryable, memberId: string): Promise<Language> {
  const [row] = await db.select({ language: members.language }).from(members).where(eq(members.id, memberId));
  return row?.language ?? 'en';
}

export async function touchSession(db: Queryable, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ usedAt: sql`${currentTime}` })
    .where(and(eq(sessions.id, id), lt(sessions.usedAt, sql`${currentTime} - make_interval(secs => ${touchSeconds})`)));
}

/** Marks the session as confirmed for some minutes, and, if that was done with two factors, as one of those for good. */
export async function markConfirmed(db: Queryable, id: string, minutes: number, twoFactors: boolean): Promise<void> {
  await db
    .update(sessions)
    .set({
      confirmedUntil: sql`${currentTime} + make_interval(mins => ${minutes})`,
      ...(twoFactors ? { twoFactors } : {}),
    })
    .where(eq(sessions.id, id));
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

const ownedBy = (subject: Subject) =>
  'memberId' in subject
    ? eq(sessions.memberId, subject.memberId)
    : eq(sessions.administratorId, subject.administratorId);

/** The live sessions of a person, the last used first. */
export async function findSessions(db: Queryable, subject: Subject) {
  return db
    .select({
      id: sessions.id,
      browser: sessions.browser,
      createdAt: sessions.createdAt,
      usedAt: sessions.usedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(ownedBy(subject), gt(sessions.expiresAt, sql`${currentTime}`), notIdle(currentTime)))
    .orderBy(desc(sessions.usedAt), desc(sessions.createdAt));
}

/** Ends one session of a person, whose account no longer knows its browser; false when it is not one of theirs, or has ended. */
export async function deleteOwnSession(tx: Queryable, subject: Subject, id: string): Promise<boolean> {
  const own = and(ownedBy(subject), eq(sessions.id, id));
  const [ended] = await tx.delete(sessions).where(own).returning({ deviceId: sessions.deviceId });
  if (ended?.deviceId) await tx.delete(loginDevices).where(eq(loginDevices.id, ended.deviceId));
  return ended !== undefined;
}

/** Ends all sessions of one person, except one. @returns how many */
export async function deleteSessions(db: Queryable, subject: Subject, exceptSessionId?: string): Promise<number> {
  const owned = ownedBy(subject);
  const ended = await db.delete(sessions).where(exceptSessionId ? and(owned, ne(sessions.id, exceptSessionId)) : owned);
  return ended.rowCount ?? 0;
}

/** The session has shown two factors. */
export async function markTwoFactors(db: Queryable, id: string): Promise<void> {
  await db.update(sessions).set({ twoFactors: true }).where(eq(sessions.id, id));
}

/** Ends the sessions that these passkeys have opened, except one. */
export async function deleteSessionsOf(tx: Queryable, passkeyIds: readonly string[], exceptId?: string): Promise<void> {
  if (passkeyIds.length === 0) return;
  await tx
    .delete(sessions)
    .where(and(inArray(sessions.passkeyId, [...passkeyIds]), exceptId ? ne(sessions.id, exceptId) : undefined));
}

/** Deletes expired and idle sessions. */
export async function sweepSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`${currentTime}`), sql`not (${notIdle(currentTime)})`));
}
