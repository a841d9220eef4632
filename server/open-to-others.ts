import { type Stats, statSync } from 'node:fs';
import type { Config } from './config.ts';
import { fileKeyPath } from './storage/file-keys.ts';

type Needed = Pick<Config, 'dataDir' | 'filesKey' | 'filesKeyOld' | 'backupPassphraseFile'>;

/**
 * Which of the files with keys, and the data folder, other users of this machine may read. A group counts where the file is
 * ours: one of somebody else's may be let to us by its group alone.
 * @returns the names of their variables; a path may be a key that was mistyped, so none is repeated
 */
export function openToOthers({ dataDir, filesKey, filesKeyOld = [], backupPassphraseFile }: Needed): string[] {
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
