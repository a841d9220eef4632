import type { Transaction } from '#server/platform/database/client.ts';
import { eraseFromRolls } from './roll.queries.ts';

/** Erases people whose records are about to be deleted from rolls, where their numbers stay, and their objections. */
export const erasePersonFromVotes = (tx: Transaction, memberIds: readonly string[]): Promise<void> =>
  eraseFromRolls(tx, memberIds);
