import type { Core } from '#server/core.ts';
import { findMemberById } from '#server/features/auth/auth.queries.ts';
import { deleteOwnSession, findSessions } from '#server/features/auth/sessions.queries.ts';
import { subjectOf } from '#server/features/passkeys/passkeys.queries.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import type { ActingAdministrator, Auth } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { Ended } from '#server/taking-back.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { findAdministratorById } from './administrators.queries.ts';

/** Logs an event of somebody's own sessions. */
async function noteOwn(tx: Queryable, auth: Auth, action: string): Promise<void> {
  if (auth.role === 'admin') return writeLog(tx, { kind: 'login', by: auth.email, action });
  const member = await findMemberById(tx, auth.memberId, 'unrestricted');
  await writeLog(tx, {
    kind: 'login',
    by: 'member',
    subject: member?.reference ?? '',
    action,
    memberId: auth.memberId,
  });
}

/** The sessions of members and administrators. */
export function createSessionsService({ database, takeBack }: Core) {
  return {
    /** The caller's sessions, the last used first. */
    async listOwn(auth: Auth) {
      return (await findSessions(database, auth)).map(({ id, browser, createdAt, usedAt, expiresAt }) => ({
        id,
        browser,
        since: createdAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
        endsAt: expiresAt.toISOString(),
        current: id === auth.sessionId,
      }));
    },

    /** @throws NOT_FOUND for an ended session, or somebody else's */
    async endOwn(auth: Auth, id: string): Promise<void> {
      if (id === auth.sessionId) throw new AppError('WRONG_STATE', 'This is the login in use. Please log out instead.');
      await database.transaction(async (tx) => {
        if (!(await deleteOwnSession(tx, auth, id))) throw notFound('This login');
        await takeBack(tx, { subject: subjectOf(auth), exceptSessionId: auth.sessionId, keepSessions: true });
        await noteOwn(tx, auth, 'logged out another device');
      });
    },

    async endOthers(auth: Auth): Promise<void> {
      await database.transaction(async (tx) => {
        const { sessions } = await takeBack(tx, { subject: subjectOf(auth), exceptSessionId: auth.sessionId });
        if (sessions > 0) await noteOwn(tx, auth, 'logged out all other devices');
      });
    },

    /** Ends a member's sessions for the office. @returns how many @throws NOT_FOUND */
    async endOfMember(memberId: string, { email: by, reach }: ActingAdministrator): Promise<number> {
      return database.transaction(async (tx) => {
        const member = orNotFound(await findMemberById(tx, memberId, reach), 'This member');
        const { sessions: ended } = await takeBack(tx, { subject: { memberId } });
        const action = 'ended all logins';
        if (ended > 0) await writeLog(tx, { kind: 'member', by, subject: member.reference, action, memberId });
        return ended;
      });
    },

    /** Ends an administrator's sessions, except the current one. @returns how many, and what follows for others @throws NOT_FOUND */
    async endOfAdministrator(administratorId: string, by: ActingAdministrator): Promise<Ended> {
      return database.transaction(async (tx) => {
        const administrator = orNotFound(await findAdministratorById(tx, administratorId), 'This administrator');
        const currentSession = administratorId === by.administratorId ? by.sessionId : undefined;
        const taking = { subject: { administratorId }, exceptSessionId: currentSession };
        const ended = await takeBack(tx, taking);
        const line = {
          kind: 'administrator',
          by: by.email,
          subject: administrator.email,
          action: 'ended all logins',
        } as const;
        if (ended.sessions > 0) await writeLog(tx, line);
        return ended;
      });
    },
  };
}
