import { createHash, randomBytes } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { findMember } from '#server/features/members/members.queries.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import type { Applicant } from '#server/platform/http/access.ts';
import { daySentence } from '#server/platform/languages/dates.ts';
import type { DueMail, LateValues, StillTrue } from '#server/platform/mail/kinds.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError, type Wording } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import {
  type ApplicantLink,
  type CorrectionRow,
  findCorrection,
  findLink,
  insertLink,
  type LinkRow,
} from './corrections.queries.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const dayMs = 24 * 60 * 60 * 1_000;

const pages: Record<ApplicantLink, string> = { application: paths.application, correction: paths.correction };

/**
 * Makes a link for the mail that is being sent, or the answer to a registration; only its hash is stored. The secret comes after `#`, which browsers
 * do not send.
 */
export async function makeLink(
  db: Queryable,
  publicUrl: string,
  to: { kind: 'application'; memberId: string } | { kind: 'correction'; memberId: string; correctionId: string },
): Promise<string> {
  const secret = `${to.kind}_${randomBytes(32).toString('base64url')}`;
  await insertLink(db, { ...to, hash: hashOf(secret) });
  return `${publicUrl}${pages[to.kind]}#${secret}`;
}

const dead = (code: 'LINK_EXPIRED' | 'LINK_USED' | 'LINK_REPLACED' | 'LINK_ENDED', message: Wording) =>
  new AppError(code, message);
const unknown = () => new AppError('LINK_UNKNOWN', serverMessages.linkUnknown);
const replaced = () => dead('LINK_REPLACED', serverMessages.linkReplaced);
const removed = () => dead('LINK_ENDED', 'This application is closed.');

/** Why a correction's link is no longer valid; null while it is. */
export function deadCorrection(correction: CorrectionRow): AppError | null {
  if (correction.answeredAt) {
    const day = daySentence(correction.answeredAt);
    return dead('LINK_USED', sentence`This was answered already on ${day}; what you have written here was not stored.`);
  }
  if (correction.replacedAt) {
    return replaced();
  }
  if (correction.endedAt) return dead('LINK_ENDED', 'Your application has been decided in the meantime.');
  if (correction.expiresAt <= clock.now()) {
    return dead(
      'LINK_EXPIRED',
      sentence`This link was valid for ${limits.correctionDays} days. Please write to the association.`,
    );
  }
  return null;
}

function applicationIsOver({ decidedAt }: NonNullable<LinkRow['member']>): boolean {
  return decidedAt !== null && clock.ms() - decidedAt.getTime() > limits.applicationDays * dayMs;
}

/** The holder of a link. @throws LINK_UNKNOWN; LINK_EXPIRED, LINK_USED, LINK_REPLACED, LINK_ENDED for one that is no longer valid */
export async function openLink(db: Queryable, kind: ApplicantLink, secret: string): Promise<Applicant> {
  const link = secret.startsWith(`${kind}_`) ? await findLink(db, kind, hashOf(secret)) : null;
  if (!link) throw unknown();
  const { member, correction } = link;
  if (!member) throw removed();
  if (link.replacedAt) throw replaced();
  if (kind === 'application') {
    if (applicationIsOver(member)) {
      throw dead(
        'LINK_EXPIRED',
        sentence`This page could be read for ${limits.applicationDays} days after the decision.`,
      );
    }
    return { role: kind, memberId: member.id, correctionId: null };
  }
  if (!correction) throw removed();
  const reason = deadCorrection(correction);
  if (reason) throw reason;
  return { role: kind, memberId: member.id, correctionId: correction.id };
}

/** Whether a mail still goes to its person, whose e-mail may have been corrected since. */
const toItsPerson = async (db: Queryable, { memberId, recipient }: DueMail) =>
  memberId !== null && (await findMember(db, memberId, 'unrestricted'))?.email === recipient;

/** When applicants' mails with links are still true. */
export const stillTrue: StillTrue = {
  'registration-received': toItsPerson,
  'already-applied': toItsPerson,
  'application-link': toItsPerson,
  'email-changed': async (db, due) => due.data.box === 'old' || toItsPerson(db, due),
};
for (const kind of ['correction-asked', 'correction-reminder'] as const) {
  stillTrue[kind] = async (db, due) => {
    const correction = await findCorrection(db, due.data.correction ?? '');
    // Answered, replaced, decided or expired while the mail was waiting.
    return correction !== undefined && !deadCorrection(correction) && toItsPerson(db, due);
  };
}

/** Makes the links in applicants' mails when they are sent. */
export function lateValues({ config, database }: Pick<Core, 'config' | 'database'>): LateValues {
  const applicationLink = async ({ memberId }: DueMail) =>
    memberId
      ? { applicationLink: await makeLink(database, config.publicUrl, { kind: 'application', memberId }) }
      : null;
  const correctionLink = async ({ memberId, data }: DueMail) => {
    const correction = memberId && (await findCorrection(database, data.correction ?? ''));
    if (!correction) return null;
    const to = { kind: 'correction', memberId, correctionId: correction.id } as const;
    return { correctionLink: await makeLink(database, config.publicUrl, to) };
  };
  return {
    'registration-received': applicationLink,
    'already-applied': applicationLink,
    'application-link': applicationLink,
    'email-changed': (due) =>
      due.data.box === 'new' && due.data.isMember === ''
        ? applicationLink(due)
        : Promise.resolve({ applicationLink: '' }),
    'correction-asked': correctionLink,
    'correction-reminder': correctionLink,
  };
}
