import { endTemporaryPassword } from '#server/features/auth/auth.queries.ts';
import { passkeysInWords } from '#server/features/passkeys/account-passkeys.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { momentInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clearBounces } from '#server/platform/mail/bounces.queries.ts';
import { findWaitingOf, redirectWaitingMails } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import type { TakeBack } from '#server/taking-back.ts';
import { clock } from '#shared/clock.ts';
import { lockMember, type MemberRow, updateWithoutVersion } from './members.queries.ts';
import { replaceEmailLinks } from './own-email.queries.ts';

/** Further steps of a change that gives a person another e-mail; `row` is the changed one. */
export type EmailChanged = (tx: Transaction, row: MemberRow) => Promise<void>;

/** Ends what a member has asked for at a new address and not confirmed. */
export async function endEmailWishes(tx: Transaction, memberId: string): Promise<void> {
  await withdrawMails(tx, ['email-asked'], { memberId });
  await replaceEmailLinks(tx, memberId);
}

/** Tells a member, at the address they have, what was asked for in their account, in case it was somebody else. */
export async function tellOfWish(
  tx: Transaction,
  { id, name, email }: MemberRow,
  wish: '' | 'erasure' | 'salary',
): Promise<void> {
  const now = clock.now();
  const data = { name, wish, at: momentInWords(now), since: now.toISOString() };
  await enqueueMail(tx, { kind: 'wish-made', to: email, data, memberId: id });
}

/** Withdraws a member's request for erasure, for which somebody else may have asked. */
export async function endErasureWish(tx: Transaction, memberId: string): Promise<void> {
  const row = await lockMember(tx, memberId, 'unrestricted');
  if (!row || row.erasureRequestedAt === null) return;
  await updateWithoutVersion(tx, memberId, { erasureRequestedAt: null });
  const action = 'ended the request for erasure, as the account was taken back';
  await writeLog(tx, { kind: 'member', by: 'website', subject: row.reference, action, memberId });
  await notify(tx, 'members');
}

/**
 * The consequences of another e-mail. Somebody else may have or read the old mailbox: links and codes sent there
 * become invalid. Both addresses are notified, because a secret change of the address would take over the account; passkeys stay, as
 * the way in of somebody who has lost a mailbox.
 */
export async function followEmail(
  tx: Transaction,
  row: MemberRow,
  email: string,
  { takeBack, emailChanged }: { takeBack: TakeBack; emailChanged: EmailChanged },
  by: 'member' | 'office' = 'office',
): Promise<void> {
  const memberId = row.id;
  const waiting = await findWaitingOf(tx, memberId, 'credentials');
  await takeBack(tx, { subject: { memberId }, exceptMailId: waiting });
  await endTemporaryPassword(tx, memberId);
  await clearBounces(tx, memberId);
  await redirectWaitingMails(tx, memberId, email);
  await emailChanged(tx, { ...row, email });
  const { name, reference } = row;
  const isMember = row.status === 'Approved' ? 'yes' : '';
  const passkeys = await passkeysInWords(tx, memberId);
  for (const [to, box] of [
    [row.email, 'old'],
    [email, 'new'],
  ] as const) {
    await enqueueMail(tx, {
      kind: 'email-changed',
      to,
      data: { name, reference, box, isMember, by, passkeys },
      memberId,
    });
  }
}
