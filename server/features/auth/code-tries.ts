import type { Queryable } from '#server/platform/database/client.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, uncountTry } from '#server/platform/throttles/throttles.queries.ts';
import { AppError } from '#shared/errors.ts';
import { findCode, giveTryBack, takeTry } from './auth.queries.ts';
import { codeTries } from './throttles.ts';

// Each network has a few tries of a code, and all together have more: wrong ones use up the sender's own.

/**
 * Takes one try of a member's code, the network's own first.
 * @returns the code's hash; null where there is no code, or no try left for this network, which the answer must not reveal
 */
export async function takeCodeTry(tx: Queryable, memberId: string, network: Network): Promise<string | null> {
  const codeHash = await findCode(tx, memberId);
  if (codeHash === null) return null;
  try {
    await countTry(tx, codeTries, [codeHash, network]);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  return (await takeTry(tx, memberId, codeHash)) ? codeHash : null;
}

/** Gives back the try of a right code. */
export async function giveCodeTryBack(
  db: Queryable,
  memberId: string,
  codeHash: string,
  network: Network,
): Promise<void> {
  await uncountTry(db, codeTries, [codeHash, network]);
  await giveTryBack(db, memberId, codeHash);
}
