import type { Feature } from '#server/feature.ts';
import { removeProposalsOf } from '#server/parts/proposals/proposals.queries.ts';
import { isNewest } from '#server/platform/mail/mail.queries.ts';
import { administratorsRoutes } from './administrators.routes.ts';
import { endInvitationsOf, makeInvitationPassword } from './administrators.service.ts';
import { peopleChecks } from './ready.ts';
import { sessionsRoutes } from './sessions.routes.ts';

/** The office’s administrators and their sessions. */
export const administrators: Feature = {
  name: 'administrators',
  checks: peopleChecks,
  routes: (api, core) => {
    administratorsRoutes(api, core);
    sessionsRoutes(api, core);
  },
  accountParts: {
    invitations: { tables: ['administrators'], end: endInvitationsOf },
    proposals: {
      tables: ['proposals'],
      end: (tx, { subject }) =>
        'administratorId' in subject ? removeProposalsOf(tx, subject.administratorId) : undefined,
    },
  },
  mails: (core) => ({
    stillTrue: { 'administrator-invitation': isNewest },
    lateValues: {
      async 'administrator-invitation'(due) {
        const temporaryPassword = due.administratorId && (await makeInvitationPassword(core, due.administratorId, due));
        return temporaryPassword ? { temporaryPassword } : null;
      },
    },
  }),
};

/** How to log in as the first administrator. Only a hash is stored, so the password can be shown only now. */
export function firstAdministratorNotice(
  { email, password, random }: { email: string; password: string; random: boolean },
  { publicUrl }: { publicUrl: string },
): string {
  return `The first administrator has been made; log in at ${publicUrl}/admin/Login
  E-mail: ${email}
  Password: ${random ? password : '(the one in ADMIN_PASSWORD)'}`;
}
