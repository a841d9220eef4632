import type { Transaction } from '#server/platform/database/client.ts';
import { eraseRecipients } from './letters.queries.ts';

/** Erases people whose records are about to be deleted from the lists of letters; nameless rows stay, so that no total changes. */
export const forgetLetters = (tx: Transaction, memberIds: readonly string[]): Promise<void> =>
  eraseRecipients(tx, memberIds);
