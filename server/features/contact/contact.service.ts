import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import { networkOf } from '#server/features/throttles/network.ts';
import { countTry, type Throttle } from '#server/features/throttles/throttles.queries.ts';
import { officeAddresses } from '#server/mail/office-addresses.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import type { ContactMessage, contactSchema } from '#shared/contracts/contact.ts';
import { limits } from '#shared/limits.ts';
import * as queries from './contact.queries.ts';

// Tight for one sender, loose for one address: hundreds of phones share a carrier's.
const perSender: Throttle = { name: 'contact-sender', count: limits.contactsPerSenderAnHour, seconds: 3_600 };
const perAddress: Throttle = { name: 'contact-address', count: limits.contactsPerAddressAnHour, seconds: 3_600 };

/** Messages to the office. */
export function createContactService({ database }: Pick<Core, 'database'>) {
  return {
    /** All messages, newest first. */
    async list(): Promise<ContactMessage[]> {
      return (await queries.listContacts(database)).map((row) => ({
        _id: row.id,
        fullname: row.name,
        email: row.email,
        mobile_no: row.mobile,
        message: row.message,
        createdAt: row.createdAt.toISOString(),
      }));
    },

    /**
     * Keeps a message and queues it as a mail to the office, both or neither. What a program has filled in is passed
     * over without a word, so that it learns nothing; the same message again within minutes counts once.
     * @param address the sender's network address
     * @throws TOO_MANY
     */
    async receive(input: z.output<typeof contactSchema>, address: string): Promise<void> {
      if (isFromProgram(input)) return;
      const { fullname: name, email, mobile_no: mobile, message } = input;
      await countTry(database, perAddress, networkOf(address));
      await countTry(database, perSender, email.toLowerCase());
      await database.transaction(async (tx) => {
        await queries.lockSender(tx, email.toLowerCase());
        const fields = { name, email, mobile, message };
        if (await queries.isRepeated(tx, fields)) return;
        await queries.insertContact(tx, fields);
        for (const to of await officeAddresses(tx)) await enqueueMail(tx, { kind: 'contact-office', to, data: fields });
      });
    },
  };
}

/** A field that people do not see was filled in, or the whole form within less time than people need. */
function isFromProgram({ website, shownAt, sentAt }: z.output<typeof contactSchema>): boolean {
  if (website !== '') return true;
  if (shownAt === undefined) return false;
  const filledIn = (sentAt ?? Date.now()) - shownAt;
  return filledIn >= 0 && filledIn < limits.contactMinimumSeconds * 1_000;
}
