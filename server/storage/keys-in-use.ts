import type { Storage } from './storage.ts';

/** In a row: nobody has the key any more, and the operator has said so. */
export const lostKey = 'lost';

/** In a row, from before its file is encrypted until it is: it may lie in the clear. */
export const perhaps = (keyId: string) => `${keyId}?`;

/** Whether what a row says leaves no doubt that its file is not in the clear. */
export const isSurelyEncrypted = (encryptedWith: string | null): boolean =>
  encryptedWith !== null && encryptedWith !== lostKey && !encryptedWith.endsWith('?');

/** How many files in use have this in their row. */
export interface KeyInUse {
  encryptedWith: string | null;
  files: number;
}

/** @throws Error with one plain sentence when there are files whose key is not given */
export function mustKnowKeys(inUse: KeyInUse[], storage: Pick<Storage, 'knows'>): void {
  const unknown = new Map<string, number>();
  for (const { encryptedWith, files } of inUse) {
    const keyId = encryptedWith?.replace('?', '') ?? lostKey;
    if (keyId !== lostKey && !storage.knows(keyId)) unknown.set(keyId, (unknown.get(keyId) ?? 0) + files);
  }
  if (unknown.size === 0) return;
  const which = [...unknown].map(([keyId, files]) => `${keyId} (files: ${files})`).join(', ');
  throw new Error(
    `Stored files are encrypted with a key that is not given: ${which}. Set FILES_KEY to it, or name it in FILES_KEY_OLD; if it is lost, see 'Keys of files' in docs/operations.md.`,
  );
}

/** How many files are not as the configuration wants them; `npm run files` changes that. */
export const countOthers = (inUse: KeyInUse[], { keyId }: Pick<Storage, 'keyId'>): number =>
  inUse
    .filter(({ encryptedWith }) => encryptedWith !== keyId && encryptedWith !== lostKey)
    .reduce((sum, { files }) => sum + files, 0);
