import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import type { contactSchema } from '#shared/contracts/contact.ts';
import { limits } from '#shared/limits.ts';
import * as queries from './contact.queries.ts';

// Strict per sender; the call itself is counted per network.
const perSender: Throttle = { name: 'contact-sender', count: limits.contactsPerSenderAnHour, seconds: 3_600 };

/** Messages to the office. */
export function createContactService({ database }: Pick<Core, 'database'>) {
  return {
    /**
     * Stores a message and queues it as a mail to the office in one transaction. A message that seems to be a program's is stored as
     * doubtful and answered like any other, so that its sender learns nothing: one sent too soon is mailed with a remark, and one with
     * the hidden field filled in is only stored. The same message again within minutes counts once.
     * @throws TOO_MANY
     */
    async receive(input: z.output<typeof contactSchema>): Promise<void> {
      const { name, email, mobile, message, language } = input;
      const trapped = input.website !== '';
      const doubtful = trapped || sentTooSoon(input);
      await countTry(database, perSender, email.toLowerCase());
      await database.transaction(async (tx) => {
        await queries.lockSender(tx, email.toLowerCase());
        const fields = { name, email, mobile, message };
        if (await queries.isRepeated(tx, fields)) return;
        await queries.insertContact(tx, { ...fields, language, doubtful });
        if (trapped) return;
        const data = { ...fields, doubtful: doubtful ? 'yes' : '' };
        await mailOffice(tx, { power: 'members', state: 'unbound' }, { kind: 'contact-office', data });
      });
    },
  };
}

/** The form was filled in faster than people usually can; with autofill some are as fast. */
function sentTooSoon({ shownAt, sentAt }: z.output<typeof contactSchema>): boolean {
  if (shownAt === undefined) return false;
  const filledIn = (sentAt ?? clock.ms()) - shownAt;
  return filledIn >= 0 && filledIn < limits.contactMinimumSeconds * 1_000;
}
