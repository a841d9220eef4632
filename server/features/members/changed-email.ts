import { deleteCode, endTemporaryPassword } from '#server/features/auth/auth.queries.ts';
import { deleteSessions } from '#server/features/auth/sessions.queries.ts';
import { passkeysInWords } from '#server/features/passkeys/account-passkeys.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clearBounces } from '#server/platform/mail/bounces.queries.ts';
import { redirectWaitingMails } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import type { MemberRow } from './members.queries.ts';
import { replaceEmailLinks } from './own-email.queries.ts';

/** Further steps of a change that gives a person another e-mail; `row` is the changed one. */
export type EmailChanged = (tx: Transaction, row: MemberRow) => Promise<void>;

/** Ends what a member has asked for at a new address and not confirmed. */
export async function endEmailWishes(tx: Transaction, memberId: string): Promise<void> {
  await withdrawMails(tx, ['email-asked'], { memberId });
  await replaceEmailLinks(tx, memberId);
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
  emailChanged: EmailChanged,
  by: 'member' | 'office' = 'office',
): Promise<void> {
  const memberId = row.id;
  await deleteSessions(tx, { memberId });
  await deleteCode(tx, memberId);
  await endTemporaryPassword(tx, memberId);
  await withdrawMails(tx, ['otp'], { memberId });
  await endEmailWishes(tx, memberId);
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
