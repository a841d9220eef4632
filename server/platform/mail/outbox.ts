import { notify, type Queryable, type Transaction } from '#server/platform/database/client.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { MailKind } from '#shared/mail-names.ts';
import type { MailData } from './kinds.ts';
import { dropUnsent, dropUntried, holdMails, insertMail, insertMails, type MailOwner } from './mail.queries.ts';

export interface NewMail<Kind extends MailKind> {
  kind: Kind;
  /** One address. */
  to: string;
  /** The template's values; never a secret. */
  data: MailData<Kind>;
  /** Whose mail it is; it is deleted with them. */
  memberId?: string | undefined;
  administratorId?: string | undefined;
}

/**
 * Queues a mail as part of a change: it is sent after the commit, and never after a rollback.
 * A failure to send does not affect the change.
 * @returns the mail's id; '' for somebody without an address, who gets none
 */
export async function enqueueMail<Kind extends MailKind>(tx: Queryable, mail: NewMail<Kind>): Promise<string> {
  const { kind, to, data, memberId, administratorId } = mail;
  if (to === '') return '';
  const id = await insertMail(tx, { kind, recipient: to, data: { ...data }, memberId, administratorId });
  await notify(tx, 'mail');
  return id;
}

/** The same for several at once. @param options.bulk all other mails go first */
export async function enqueueMails<Kind extends MailKind>(
  tx: Queryable,
  mails: readonly NewMail<Kind>[],
  { bulk = false } = {},
): Promise<void> {
  await insertMails(
    tx,
    mails.flatMap(({ to, data, ...mail }) => (to === '' ? [] : [{ ...mail, recipient: to, data: { ...data }, bulk }])),
  );
  await notify(tx, 'mail');
}

/** Withdraws unsent mails that a change has made wrong, in its transaction; a failed one cannot be tried again. */
export async function withdrawMails(
  tx: Queryable,
  kinds: readonly MailKind[],
  owner: MailOwner,
  exceptId?: string,
): Promise<void> {
  await dropUnsent(tx, kinds, owner, serverMessages.noLongerNeeded, exceptId);
}

/** Lets waiting mails leave at a time, and not before. */
export async function sendMailsAt(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await holdMails(tx, ids, at);
  await notify(tx, 'mail');
}

/** Withdraws waiting mails. @returns false when a try to send one of them has begun */
export async function withdrawUntried(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  return dropUntried(tx, ids, serverMessages.noLongerNeeded);
}
