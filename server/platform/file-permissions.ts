import { type Stats, statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { fileKeyPath } from './storage/file-keys.ts';

type Needed = Pick<Config, 'dataDir' | 'filesKey' | 'filesKeyOld' | 'backupPassphraseFile'>;

/**
 * Which files with keys, and whether the data folder, other users of this machine can read. Group access counts only for files
 * of our own: another user's file may be readable for us through its group.
 * @returns the names of their variables; a path may be a mistyped key, so none is repeated
 */
export function readableByOthers({ dataDir, filesKey, filesKeyOld = [], backupPassphraseFile }: Needed): string[] {
  const isOpen = (path: string) => {
    const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
    if (!found || process.platform === 'win32') return false;
    return (found.mode & (found.uid === process.getuid?.() ? 0o077 : 0o007)) !== 0;
  };
  const keyFiles = (keys: string[]) => keys.map(fileKeyPath).filter((path) => path !== null);
  const paths = {
    DATA_DIR: [dataDir],
    FILES_KEY: keyFiles(filesKey === undefined ? [] : [filesKey]),
    FILES_KEY_OLD: keyFiles(filesKeyOld),
    BACKUP_PASSPHRASE_FILE: backupPassphraseFile === undefined ? [] : [backupPassphraseFile],
  };
  return Object.entries(paths).flatMap(([name, each]) => (each.some(isOpen) ? [name] : []));
}
