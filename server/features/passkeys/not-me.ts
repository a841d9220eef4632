import { createHash, randomBytes } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { voidPassword } from '#server/features/auth/auth.queries.ts';
import type { Database, Queryable } from '#server/platform/database/client.ts';
import type { NotMe } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { passkeyLimits } from '#shared/passkeys.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import * as queries from './passkeys.queries.ts';

const unknownLinks: Throttle = { name: 'not-me-unknown', count: 30, seconds: 60 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const used = () => new AppError('LINK_USED', 'This link has been used: the account was secured then.');
const expired = () =>
  new AppError(
    'LINK_EXPIRED',
    sentence`This link was valid for ${passkeyLimits.notMeDays} days. If you do not know who logs in to your account, please call the office.`,
  );

/** Makes the link ‘This was not me’ for the mail that is being sent; a further try of the mail replaces it. */
export async function makeNotMeLink(database: Database, publicUrl: string, due: DueMail): Promise<string | null> {
  const { memberId, administratorId, recipient, id: mailId, data } = due;
  const eventAt = new Date(data.since ?? '');
  if ((memberId === null && administratorId === null) || Number.isNaN(eventAt.getTime())) return null;
  const secret = `notme_${randomBytes(32).toString('base64url')}`;
  const owner = memberId === null ? { administratorId } : { memberId };
  const passkeyId = data.openedBy || null;
  await queries.putNotMeLink(database, {
    ...owner,
    mailId,
    hash: hashOf(secret),
    email: recipient,
    eventAt,
    passkeyId,
  });
  return `${publicUrl}${paths.notMe}#${secret}`;
}

/** The holder of a link. @throws LINK_UNKNOWN, TOO_MANY after many of those; LINK_USED, LINK_EXPIRED */
export async function openNotMeLink(db: Queryable, secret: string, from: Network): Promise<NotMe> {
  const link = await queries.findNotMeLink(db, hashOf(secret));
  if (!link) {
    await countTry(db, unknownLinks, from);
    throw new AppError('LINK_UNKNOWN', serverMessages.linkUnknown);
  }
  if (link.usedAt) throw used();
  if (link.isOver) throw expired();
  return { role: 'notme', linkId: link.id };
}

/** What the link of a mail does for somebody whose account was used by another. */
export function createNotMe({ config, database, takeBack }: Core) {
  /**
   * Takes the account back, with the passkeys added since what the mail tells of, or since the owner last proved by their mailbox who
   * they are, and with the passkey that opened the session told of; makes the password useless. A member gets a code for a new one,
   * unless the e-mail was changed since the mail: then the office is told. With the code they say whether a second factor that was
   * turned on since is theirs; an administrator's ends, as nobody could ask them, and whom they have invited since is disabled.
   * @throws LINK_USED, LINK_EXPIRED
   */
  return async ({ linkId }: NotMe) => {
    return database.transaction(async (tx) => {
      const link = await queries.findNotMeLinkById(tx, linkId);
      if (!link) throw new AppError('LINK_UNKNOWN', serverMessages.linkUnknown);
      const subject = queries.ownerOfRow(link);
      const owner = await queries.lockOwner(tx, subject);
      if (!(await queries.spendNotMeLink(tx, linkId))) {
        // Read again under the lock: it may have been used meanwhile.
        const now = await queries.findNotMeLinkById(tx, linkId);
        throw now?.usedAt ? used() : expired();
      }
      const { eventAt, passkeyId } = link;
      const passkeysSince = await queries.findLastProof(tx, subject, eventAt);
      const factorSince = 'administratorId' in subject ? eventAt : undefined;
      const lately = clock.ms() - limits.invitationsNamedDays * 24 * 60 * 60 * 1_000;
      const invitedSince = new Date(Math.max(passkeysSince.getTime(), lately));
      const { sessions, passkeys } = await takeBack(tx, {
        subject,
        passkeysSince,
        passkeyId,
        factorSince,
        invitedSince,
      });
      const [sessionsEnded, passkeysRemoved] = [sessions, passkeys];
      await voidPassword(tx, subject);
      const factorAt = await queries.findFactorSince(tx, subject, eventAt);
      const secondFactorSince = factorAt?.toISOString() ?? null;
      const isSame = owner?.email === link.email;
      const isMember = 'memberId' in subject;
      const next = isMember ? (isSame ? 'code' : 'office') : 'invitation';
      if (!owner) {
        return {
          sessionsEnded,
          passkeysRemoved,
          secondFactorSince,
          next: isMember ? ('office' as const) : next,
        } as const;
      }
      const action = 'said that a login was not theirs';
      const { kind: _kind, ...line } = queries.lineOf(owner);
      await writeLog(tx, { ...line, kind: 'login', action });
      if ('memberId' in subject) {
        const { memberId } = subject;
        if (isSame) await enqueueMail(tx, { kind: 'otp', to: owner.email, data: { name: owner.name }, memberId });
      }
      if (next !== 'code') {
        const link = `${config.publicUrl}${isMember ? paths.admin.directory : paths.admin.administrators}`;
        const data = { who: isMember ? owner.reference : owner.email, link };
        await mailFullAdministrators(
          tx,
          { kind: 'not-me-office', data },
          'administratorId' in subject ? subject.administratorId : undefined,
        );
      }
      return { sessionsEnded, passkeysRemoved, secondFactorSince, next } as const;
    });
  };
}
