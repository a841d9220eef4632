import type { BaseCore } from '#server/core.ts';
import { makeInvitationPassword } from '#server/features/administrators/administrators.service.ts';
import { makeOneTimeCode, makeTemporaryPassword } from '#server/features/auth/mailed-secrets.ts';
import { findCorrection } from '#server/features/corrections/corrections.queries.ts';
import { deadCorrection, makeLink } from '#server/features/corrections/links.ts';
import { makeEmailLink } from '#server/features/members/own-email.ts';
import { isOwed } from '#server/features/subscription/notices.queries.ts';
import type { DueMail, SecretMakers } from '#server/mail/kinds.ts';
import { clock } from '#shared/clock.ts';

// Somebody who still waits after this time has asked for another code, or given up.
const codeWantedMs = 60 * 60 * 1_000;

/** Makes the secrets of mails when they are sent. */
export function createSecretMakers({ config, database }: BaseCore): SecretMakers {
  const asPassword = (temporaryPassword: string | null) => (temporaryPassword === null ? null : { temporaryPassword });
  const applicationLink = async ({ memberId }: DueMail) =>
    memberId
      ? { applicationLink: await makeLink(database, config.publicUrl, { kind: 'application', memberId }) }
      : null;
  const correctionLink = async ({ memberId, data }: DueMail) => {
    const correction = memberId && (await findCorrection(database, data.correction ?? ''));
    // Answered, replaced, decided or expired while the mail was waiting.
    if (!correction || deadCorrection(correction)) return null;
    const to = { kind: 'correction', memberId, correctionId: correction.id } as const;
    return { correctionLink: await makeLink(database, config.publicUrl, to) };
  };
  /** Sending the mails of a new year takes hours, in which people pay. */
  const whileOwed = async ({ data }: DueMail) => ((await isOwed(database, data.payment ?? '')) ? {} : null);
  return {
    'subscription-due': whileOwed,
    'subscription-reminder': whileOwed,
    'registration-received': applicationLink,
    'already-applied': applicationLink,
    'email-changed': (due) =>
      due.data.box === 'new' && due.data.isMember === ''
        ? applicationLink(due)
        : Promise.resolve({ applicationLink: '' }),
    async 'email-asked'(due) {
      if (due.data.taken !== '') return { emailLink: '' };
      const emailLink = await makeEmailLink(database, config.publicUrl, due);
      return emailLink === null ? null : { emailLink };
    },
    'correction-asked': correctionLink,
    'correction-reminder': correctionLink,
    async credentials({ memberId }) {
      return memberId ? asPassword(await makeTemporaryPassword(database, memberId)) : null;
    },
    async otp({ memberId, recipient, createdAt }) {
      if (!memberId || clock.ms() - createdAt.getTime() > codeWantedMs) return null;
      const otp = await makeOneTimeCode(database, memberId, recipient);
      return otp === null ? null : { otp };
    },
    async 'administrator-invitation'({ administratorId }) {
      return administratorId ? asPassword(await makeInvitationPassword(database, administratorId)) : null;
    },
  };
}
