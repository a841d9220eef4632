import { readFileSync } from 'node:fs';
import { type Config, passphraseMin } from '#server/config.ts';

/** The configured passphrase; undefined when backups are not encrypted. Read only where it is needed. */
export function readPassphrase({ backupPassphrase, backupPassphraseFile }: Config): string | undefined {
  if (backupPassphraseFile === undefined) return backupPassphrase;
  let text: string;
  try {
    text = readFileSync(backupPassphraseFile, 'utf8');
  } catch (error) {
    throw new Error(
      `The file of BACKUP_PASSPHRASE_FILE cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < passphraseMin) {
    throw new Error(`The file of BACKUP_PASSPHRASE_FILE must hold at least ${passphraseMin} characters.`);
  }
  return passphrase;
}
