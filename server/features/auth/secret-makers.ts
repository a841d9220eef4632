import type { BaseCore } from '#server/core.ts';
import { makeInvitationPassword } from '#server/features/administrators/administrators.service.ts';
import type { SecretMakers } from '#server/mail/kinds.ts';
import { makeOneTimeCode, makeTemporaryPassword } from './mailed-secrets.ts';

// Whoever still waits for a code after this time has asked for another, or given up.
const codeWantedMs = 60 * 60 * 1_000;

/** Makes the secrets of the mails that carry one, at the moment they are sent. */
export function createSecretMakers({ database }: BaseCore): SecretMakers {
  const asPassword = (temporaryPassword: string | null) => (temporaryPassword === null ? null : { temporaryPassword });
  return {
    async credentials({ memberId }) {
      return memberId ? asPassword(await makeTemporaryPassword(database, memberId)) : null;
    },
    async otp({ memberId, createdAt }) {
      if (!memberId || Date.now() - createdAt.getTime() > codeWantedMs) return null;
      const otp = await makeOneTimeCode(database, memberId);
      return otp === null ? null : { otp };
    },
    async 'administrator-invitation'({ administratorId }) {
      return administratorId ? asPassword(await makeInvitationPassword(database, administratorId)) : null;
    },
  };
}
