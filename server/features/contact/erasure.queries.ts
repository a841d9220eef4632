// Offered to other features: messages go with the record of who wrote them.
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/client.ts';
import { deleteContactMails } from '#server/platform/mail/mail.queries.ts';
import { contactMessages } from './tables.ts';

/** Deletes the messages that were written with these e-mails, in lower case, with replies and mails. */
export async function eraseMessages(tx: Transaction, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  await tx.delete(contactMessages).where(inArray(sql`lower(${contactMessages.email})`, [...emails]));
  await deleteContactMails(tx, emails);
}
