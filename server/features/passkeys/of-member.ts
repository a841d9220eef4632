import type { Transaction } from '#server/platform/database/client.ts';
import { dayInWords } from '#server/platform/mail/markup.ts';
import { deletePasskeys, findPasskeys } from './passkeys.queries.ts';

/** What other ways in have to do with a member's passkeys, in their transaction. */
export const passkeysOfMember = {
  async removeAll(tx: Transaction, memberId: string): Promise<void> {
    await deletePasskeys(tx, { memberId });
  },

  /** Each with its day, for a mail; '' for none. */
  async inWords(tx: Transaction, memberId: string): Promise<string> {
    const all = await findPasskeys(tx, { memberId });
    return all.map(({ name, addedAt }) => `‘${name}’, added on ${dayInWords(addedAt)}`).join('; ');
  },
};

/** For the log and the command line: '3 passkeys removed'; '' for none. */
export const removedInWords = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'passkey' : 'passkeys'} removed`;
