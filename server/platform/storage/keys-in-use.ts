import type { Storage } from './storage.ts';

/** In a row: the operator has declared the key lost. */
export const lostKey = 'lost';

/** In a row while its file is being encrypted: it may still be unencrypted. */
export const maybeEncrypted = (keyId: string) => `${keyId}?`;

/** Whether a row guarantees that its file is encrypted. */
export const isSurelyEncrypted = (encryptedWith: string | null): boolean =>
  encryptedWith !== null && encryptedWith !== lostKey && !encryptedWith.endsWith('?');

/** A value of `encryptedWith`, and the number of files in use that have it. */
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

/** The number of files that are not as configured; `npm run files` converts them. */
export const countOthers = (inUse: KeyInUse[], { keyId }: Pick<Storage, 'keyId'>): number =>
  inUse
    .filter(({ encryptedWith }) => encryptedWith !== keyId && encryptedWith !== lostKey)
    .reduce((sum, { files }) => sum + files, 0);
