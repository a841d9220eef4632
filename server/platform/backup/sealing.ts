import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes, scrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Transform } from 'node:stream';
import { type Config, passphraseMin } from '#server/config.ts';

/** How the key is derived from the passphrase; stored unencrypted in the backup. */
export interface Sealing {
  kdf: 'scrypt';
  cost: number;
  blockSize: number;
  parallel: number;
  /** Base64, random for each backup, so that no two share a key. */
  salt: string;
}

const nonceBytes = 12;
const tagBytes = 16;
/** The most memory that a restore may use: about 1 GB. */
const maxMemory = 2 ** 30;

export function newSealing(): Sealing {
  return { kdf: 'scrypt', cost: 2 ** 17, blockSize: 8, parallel: 1, salt: randomBytes(16).toString('base64') };
}

/** A second of work and 128 MB for each guess of a passphrase. */
export function keyOf(passphrase: string, { cost, blockSize, parallel, salt }: Sealing): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: parallel, maxmem: maxMemory };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Encrypts a stream: nonce, AES-256-GCM, tag. `name` is authenticated, so that no part can replace another. */
export function seal(key: Buffer, name: string): Transform {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  let hasStarted = false;
  const begin = (stream: Transform) => {
    if (!hasStarted) stream.push(nonce);
    hasStarted = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      begin(this);
      done(null, cipher.update(chunk));
    },
    flush(done) {
      begin(this);
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

/** Decrypts a stream. Its output is valid only when it ends without an error. */
export function unseal(key: Buffer, name: string): Transform {
  let decipher: DecipherGCM | undefined;
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk]);
      if (!decipher) {
        if (held.length < nonceBytes) return done();
        decipher = createDecipheriv('aes-256-gcm', key, held.subarray(0, nonceBytes), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(name));
        held = held.subarray(nonceBytes);
      }
      // The last bytes received may be the tag.
      const ready = held.subarray(0, Math.max(0, held.length - tagBytes));
      held = held.subarray(ready.length);
      done(null, ready.length > 0 ? decipher.update(ready) : undefined);
    },
    flush(done) {
      if (!decipher || held.length !== tagBytes) return done(new Error('cut off'));
      try {
        decipher.setAuthTag(held);
        done(null, decipher.final());
      } catch (error) {
        done(error instanceof Error ? error : new Error('not what was sealed'));
      }
    },
  });
}

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
