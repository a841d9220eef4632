import { notify, type Queryable } from '#server/database/client.ts';
import type { MailData, MailKind } from './kinds.ts';
import { dropWaitingMails, insertMail } from './mail.queries.ts';

export interface NewMail<Kind extends MailKind> {
  kind: Kind;
  /** One address. */
  to: string;
  /** What the template needs; never a secret. */
  data: MailData<Kind>;
  /** Whose mail it is; it goes when he goes. */
  memberId?: string | undefined;
  administratorId?: string | undefined;
}

/**
 * Queues a mail as part of a change: it is sent after the change was committed, and never if it was not.
 * Whether sending works has no bearing on the change.
 */
export async function enqueueMail<Kind extends MailKind>(tx: Queryable, mail: NewMail<Kind>): Promise<void> {
  const { kind, to, data, memberId, administratorId } = mail;
  await insertMail(tx, { kind, recipient: to, data: { ...data }, memberId, administratorId });
  await notify(tx, 'mail');
}

/** Takes mails back that have become wrong before they could be sent, as part of the change that made them wrong. */
export async function withdrawMails(tx: Queryable, kind: MailKind, memberId: string): Promise<void> {
  await dropWaitingMails(tx, kind, memberId, 'It was no longer needed.');
}
