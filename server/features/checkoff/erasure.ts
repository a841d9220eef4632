import type { Transaction } from '#server/platform/database/client.ts';
import type { Files } from '#server/platform/storage/files.ts';
import { endForLeaving, findSignedFiles, forgetAuthorisations } from './authorisations.queries.ts';

/** Removes people who are to be deleted from authorisations and schedules; amounts and months stay. The caller has locked their records. */
export async function erasePersonFromCheckoff(
  tx: Transaction,
  files: Files,
  memberIds: readonly string[],
): Promise<void> {
  const signed = await findSignedFiles(tx, memberIds);
  await endForLeaving(tx, memberIds);
  await forgetAuthorisations(tx, memberIds);
  await files.release(tx, ...signed);
}
