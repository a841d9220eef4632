import type { Queryable } from '#server/platform/database/client.ts';
import type { MailKind } from '#shared/mail-names.ts';
import { type Concern, fullAdministrators, officeAddresses } from './office-addresses.ts';
import { enqueueMail, enqueueMails, type NewMail } from './outbox.ts';

type OfficeMail<Kind extends MailKind> = Pick<NewMail<Kind>, 'kind' | 'data'>;

/** Queues a notice to the office, to those whom it concerns. */
export async function mailOffice<Kind extends MailKind>(
  tx: Queryable,
  concern: Concern,
  mail: OfficeMail<Kind>,
): Promise<void> {
  for (const to of await officeAddresses(tx, concern)) await enqueueMail(tx, { ...mail, to });
}

/** Queues a notice to every administrator with full powers, but for one of them. */
export async function mailFullAdministrators<Kind extends MailKind>(
  tx: Queryable,
  mail: OfficeMail<Kind>,
  exceptId?: string,
): Promise<void> {
  const others = (await fullAdministrators(tx)).filter(({ id }) => id !== exceptId);
  await enqueueMails(
    tx,
    others.map(({ id, email: to }) => ({ ...mail, to, administratorId: id })),
  );
}
