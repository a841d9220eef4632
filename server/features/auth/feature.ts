import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { sweepThrottles } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { sweepCodes } from './auth.queries.ts';
import { authRoutes } from './auth.routes.ts';
import type { AuthNeeds } from './auth.service.ts';
import { sweepDevices } from './devices.queries.ts';
import { makeOneTimeCode, makeTemporaryPassword } from './mailed-secrets.ts';
import { sweepSessions } from './sessions.queries.ts';
import { authenticate } from './sessions.service.ts';

// Somebody who still waits after this time has asked for another code, or given up.
const codeWantedMs = 60 * 60 * 1_000;

/** Logins and sessions. */
export const auth = (needs: (core: Core) => AuthNeeds): Feature => ({
  name: 'auth',
  routes: (api, core) => authRoutes(api, core, needs(core)),
  server: (app, { config, database }) => {
    const host = passkeyHost(config.publicUrl);
    app.decorate('authenticate', (token) => authenticate(database, token, host));
  },
  cleanUps: { logins: ({ database }) => cleanUpLogins(database) },
  mails: ({ database }) => ({
    lateValues: {
      async credentials({ memberId }) {
        const temporaryPassword = memberId && (await makeTemporaryPassword(database, memberId));
        return temporaryPassword ? { temporaryPassword } : null;
      },
      async otp({ memberId, recipient, createdAt }) {
        if (!memberId || clock.ms() - createdAt.getTime() > codeWantedMs) return null;
        const otp = await makeOneTimeCode(database, memberId, recipient);
        return otp === null ? null : { otp };
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
