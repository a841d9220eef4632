import type { Core } from '#server/core.ts';
import type { DueMail, SecretMakers } from '#server/platform/mail/kinds.ts';
import { findCorrection } from './corrections.queries.ts';
import { deadCorrection, makeLink } from './links.ts';

/** Makes the links in applicants' mails when they are sent. */
export function secretMakers({ config, database }: Pick<Core, 'config' | 'database'>): SecretMakers {
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
  return {
    'registration-received': applicationLink,
    'already-applied': applicationLink,
    'email-changed': (due) =>
      due.data.box === 'new' && due.data.isMember === ''
        ? applicationLink(due)
        : Promise.resolve({ applicationLink: '' }),
    'correction-asked': correctionLink,
    'correction-reminder': correctionLink,
  };
}
