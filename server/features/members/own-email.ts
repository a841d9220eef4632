import { createHash, randomBytes } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { findMemberById, holdLogin } from '#server/features/auth/auth.queries.ts';
import { proveSelf } from '#server/features/passkeys/passkeys.service.ts';
import { type Database, notify, type Queryable } from '#server/platform/database/client.ts';
import type { ActingMember, EmailOwner } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { stillWaits } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { OwnProof } from '#shared/own-proof.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { type EmailChanged, endEmailWishes, followEmail, tellOfWish } from './changed-email.ts';
import { findHolder, isEmailConflict, lockMember, updateMember } from './members.queries.ts';
import { findEmailLink, insertEmailLink, replaceEmailLinks, spendEmailLink } from './own-email.queries.ts';
import { emailTaken } from './records.ts';

const hour = 60 * 60;
const perMember: Throttle = { name: 'email-wish', count: 5, seconds: hour };
/** Counted whether the address is taken or not, so that nobody's mailbox is flooded. */
const perAddress: Throttle = { name: 'email-wish-address', count: 3, seconds: hour };
const unknownLinks: Throttle = { name: 'email-unknown', count: 30, seconds: 60 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Makes the link for the mail that is being sent to the new e-mail; earlier links end. Null if there is no such member. */
export async function makeEmailLink(database: Database, publicUrl: string, due: DueMail): Promise<string | null> {
  const { memberId, recipient } = due;
  if (memberId === null) return null;
  const secret = `email_${randomBytes(32).toString('base64url')}`;
  return database.transaction(async (tx) => {
    const row = await lockMember(tx, memberId, 'unrestricted');
    // Withdrawn while this try waited for the lock, by somebody who has taken the account back.
    if (row?.status !== 'Approved' || !(await stillWaits(tx, due))) return null;
    await replaceEmailLinks(tx, memberId);
    await insertEmailLink(tx, { hash: hashOf(secret), memberId, email: recipient });
    return `${publicUrl}${paths.email}#${secret}`;
  });
}

const used = () => new AppError('LINK_USED', 'This e-mail address has been confirmed. Thank you.');
const replaced = () =>
  new AppError(
    'LINK_REPLACED',
    'This link has been replaced by a later one. Please use the link in the newest e-mail.',
  );
const expired = () =>
  new AppError(
    'LINK_EXPIRED',
    sentence`This link was valid for ${limits.emailLinkHours} hours. Please ask for a new one in your profile.`,
  );

/** The holder of a link. @throws LINK_UNKNOWN, TOO_MANY after many of those; LINK_USED, LINK_REPLACED, LINK_EXPIRED */
export async function openEmailLink(db: Queryable, secret: string, from: Network): Promise<EmailOwner> {
  const linkHash = hashOf(secret);
  const link = await findEmailLink(db, linkHash);
  if (!link) {
    await countTry(db, unknownLinks, from);
    throw new AppError('LINK_UNKNOWN', serverMessages.linkUnknown);
  }
  if (link.usedAt) throw used();
  if (link.replacedAt) throw replaced();
  return { role: 'email', memberId: link.memberId, linkHash };
}

/** Members change their own e-mail: they request it, and confirm it from the new mailbox. */
export function createOwnEmail(core: Core, emailChanged: EmailChanged) {
  const { database } = core;
  /**
   * Mails a link to the new address. If that is taken, its owner gets a mail without one; the answer is the same.
   * @throws WRONG_PASSWORD, PASSKEY_REFUSED, VALIDATION for the current address, TOO_MANY
   */
  async function ask(caller: ActingMember, wish: OwnProof & { email: string }): Promise<void> {
    const { email } = wish;
    const { memberId } = caller;
    const member = await findMemberById(database, memberId, 'unrestricted');
    if (!member) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
    await proveSelf(core, caller, member.passwordHash, wish);
    if (email === member.email) {
      const message = 'This is your e-mail address already. If it works again, please tell the office.';
      throw new AppError('VALIDATION', message, { fields: { email: message } });
    }
    await countTry(database, perMember, memberId);
    await countTry(database, perAddress, email);
    await database.transaction(async (tx) => {
      const row = await lockMember(tx, memberId, 'unrestricted');
      if (row?.status !== 'Approved') throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
      await holdLogin(tx, caller);
      await endEmailWishes(tx, memberId);
      const holder = await findHolder(tx, email, memberId);
      // In the archive of the address's owner only, as the member must not learn of it.
      const data = holder ? { name: holder.name, taken: 'yes' } : { name: row.name, taken: '' };
      await tellOfWish(tx, row, '');
      await enqueueMail(tx, { kind: 'email-asked', to: email, data, memberId: holder?.id ?? memberId });
      await writeLog(tx, {
        kind: 'member',
        by: 'member',
        subject: row.reference,
        action: 'asked for another e-mail address',
        memberId,
      });
    });
  }

  /**
   * Confirms the address to which the link was mailed, which becomes the member's e-mail; their sessions end.
   * @throws LINK_USED, LINK_REPLACED, LINK_EXPIRED, EMAIL_TAKEN
   */
  async function confirm({ memberId, linkHash }: EmailOwner): Promise<void> {
    try {
      await database.transaction(async (tx) => {
        const row = await lockMember(tx, memberId, 'unrestricted');
        if (row?.status !== 'Approved') throw new AppError('LINK_ENDED', 'This membership has ended.');
        const email = await spendEmailLink(tx, linkHash, limits.emailLinkHours);
        if (email === null) {
          const link = await findEmailLink(tx, linkHash);
          throw link?.usedAt ? used() : link?.replacedAt ? replaced() : expired();
        }
        if (await findHolder(tx, email, memberId)) throw emailTaken();
        if (email === row.email) return;
        await updateMember(tx, memberId, { email });
        await followEmail(tx, row, email, { takeBack: core.takeBack, emailChanged }, 'member');
        await writeLog(tx, {
          kind: 'member',
          by: 'member',
          subject: row.reference,
          action: 'changed the e-mail address',
          memberId,
        });
        await notify(tx, 'members');
      });
    } catch (error) {
      if (isEmailConflict(error)) throw emailTaken();
      throw error;
    }
  }

  return { ask, confirm };
}
