import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { loggedIn, memberOf, route } from '#server/platform/http/route.ts';
import { isNewest } from '#server/platform/mail/mail.queries.ts';
import { withdrawMails } from '#server/platform/mail/outbox.ts';
import { sweepThrottles } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import { changeMemberPassword, loginMember, logout, resetPassword, sendOtp } from '#shared/contracts/auth.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { deleteCode, sweepCodes } from './auth.queries.ts';
import { type AuthNeeds, createAuthService } from './auth.service.ts';
import { forgetDevices, sweepDevices } from './devices.queries.ts';
import { makeOneTimeCode, makeTemporaryPassword } from './mailed-secrets.ts';
import { deleteSession, deleteSessions, mustChangePassword, sweepSessions } from './sessions.queries.ts';
import { authenticate } from './sessions.service.ts';

// Somebody who still waits after this time has asked for another code, or given up.
const codeWantedMs = 60 * 60 * 1_000;

/** Logins and sessions. */
export const auth = (needs: AuthNeeds): Feature => ({
  name: 'auth',
  routes: (api, core) => authRoutes(api, core, needs),
  server: (app, { config, database }) => {
    const host = passkeyHost(config.publicUrl);
    app.decorate('authenticate', (token) => authenticate(database, token, host));
  },
  cleanUps: { logins: ({ database }) => cleanUpLogins(database) },
  accountParts: {
    sessions: {
      tables: ['sessions'],
      async end(tx, { subject, exceptSessionId, keepSessions }, ended) {
        if (!keepSessions) ended.sessions = await deleteSessions(tx, subject, exceptSessionId);
      },
    },
    // They have a counter of tries of their own, and a login from them is no news.
    browsers: {
      tables: ['login_devices'],
      end: (tx, { subject, exceptSessionId }) => forgetDevices(tx, subject, exceptSessionId),
    },
    codes: {
      tables: ['one_time_codes'],
      async end(tx, { subject, exceptMailId }) {
        if ('memberId' in subject) await deleteCode(tx, subject.memberId);
        await withdrawMails(tx, ['otp', 'credentials', 'administrator-invitation'], subject, exceptMailId);
      },
    },
  },
  mails: (core) => ({
    stillTrue: {
      credentials: isNewest,
      otp: async (_db, { createdAt }) => clock.ms() - createdAt.getTime() <= codeWantedMs,
    },
    lateValues: {
      async credentials(due) {
        const temporaryPassword = due.memberId && (await makeTemporaryPassword(core, due.memberId, due));
        return temporaryPassword ? { temporaryPassword } : null;
      },
      async otp(due) {
        const otp = due.memberId && (await makeOneTimeCode(core.database, due.memberId, due.recipient, due));
        return otp ? { otp } : null;
      },
    },
  }),
});

/** Deletes expired sessions, known browsers, one-time codes and counters. */
export async function cleanUpLogins(db: Queryable): Promise<void> {
  await sweepSessions(db);
  await sweepDevices(db);
  await sweepCodes(db);
  await sweepThrottles(db);
}

function authRoutes(app: FastifyInstance, core: Core, needs: AuthNeeds): void {
  const auth = serviceOf(core, createAuthService, needs);

  route(app, loginMember, async ({ body }, caller) => {
    return { message: 'Login successful', ...(await auth.login(body, caller.network, caller.browser)) };
  });

  route(app, sendOtp, async ({ body }, caller) => {
    await auth.sendOneTimeCode(body.email, caller.network);
    return { message: 'If this e-mail belongs to a member, an OTP is on its way to it.' };
  });

  route(app, resetPassword, async ({ body }, caller) => {
    const isRemoved = await auth.resetPassword(body, caller.network);
    if (!body.removeSecondFactor) return { message: 'Your password has been reset. Please log in with the new one.' };
    return {
      message: isRemoved
        ? 'Your password has been reset, and the second factor is off. Please log in with the new password.'
        : 'Your password has been reset. A second factor stays, but for one that a mail with ‘This was not me’ told of: please call the office.',
    };
  });

  route(app, changeMemberPassword, async ({ body }, caller) => {
    await auth.changePassword(memberOf(caller), body);
    return { message: 'Password changed successfully' };
  });

  route(app, getSession, async (_request, caller) => {
    const session = loggedIn(caller);
    return {
      role: session.role,
      email: session.email,
      mustChangePassword: await mustChangePassword(core.database, session),
      ...(session.role === 'admin' ? { powers: [...session.powers], states: [...session.states] } : {}),
    };
  });

  route(app, logout, async (_request, caller) => {
    if (caller.auth) await deleteSession(core.database, caller.auth.sessionId);
    return { message: 'You are logged out.' };
  });
}
