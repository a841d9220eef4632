import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** A key that files are encrypted with. */
export interface FileKey {
  /** 16 hexadecimal digits that reveal nothing about the key; stored in the files and in their rows. */
  id: string;
  bytes: Buffer;
}

export interface FileKeys {
  /** Encrypts new files; null: they are stored unencrypted. */
  current: FileKey | null;
  /** All keys that can decrypt, by id. */
  all: ReadonlyMap<string, FileKey>;
}

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const pattern = /^[A-Za-z0-9+/]{43}=$/;

/** Whether a text is a key, or the path of a file that may hold one. */
export const isFileKeySource = (text: string): boolean => pattern.test(text) || isAbsolute(text);

/** The path in a variable; null for a key. */
export const fileKeyPath = (text: string): string | null => (pattern.test(text) ? null : text);

/** @param text 32 bytes in base64 */
export function keyOf(text: string): FileKey {
  const bytes = Buffer.from(text, 'base64');
  const id = createHmac('sha256', bytes).update('id of a key of files').digest('hex').slice(0, 16);
  return { id, bytes };
}

// Neither the value nor the path is repeated: a mistyped key may look like a path.
function readKey(variable: string, text: string): FileKey {
  if (fileKeyPath(text) === null) return keyOf(text);
  let held: string;
  try {
    held = readFileSync(text, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`The file that ${variable} names cannot be read (${code}).`);
  }
  if (pattern.test(held)) return keyOf(held);
  throw new Error(
    `The file that ${variable} names must hold 32 bytes in base64 and nothing else, as 'openssl rand -base64 32' prints them.`,
  );
}

/** What FILES_KEY and FILES_KEY_OLD hold: keys, or paths of files with one. */
export interface FileKeySources {
  filesKey?: string | undefined;
  filesKeyOld?: string[] | undefined;
}

/** The keys of the configuration. @throws Error with one plain sentence when a file cannot be used */
export function readFileKeys({ filesKey, filesKeyOld = [] }: FileKeySources): FileKeys {
  const current = filesKey === undefined ? null : readKey('FILES_KEY', filesKey);
  const old = filesKeyOld.map((text) => readKey('FILES_KEY_OLD', text));
  return { current, all: new Map([...old, ...(current ? [current] : [])].map((key) => [key.id, key])) };
}
