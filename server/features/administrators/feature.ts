import type { Feature } from '#server/feature.ts';
import { administratorsRoutes } from './administrators.routes.ts';
import { makeInvitationPassword } from './administrators.service.ts';
import { sessionsRoutes } from './sessions.routes.ts';

/** The office’s administrators and their sessions. */
export const administrators: Feature = {
  name: 'administrators',
  routes: (api, core) => {
    administratorsRoutes(api, core);
    sessionsRoutes(api, core);
  },
  mails: ({ database }) => ({
    secretMakers: {
      async 'administrator-invitation'({ administratorId }) {
        const temporaryPassword = administratorId && (await makeInvitationPassword(database, administratorId));
        return temporaryPassword ? { temporaryPassword } : null;
      },
    },
  }),
};
