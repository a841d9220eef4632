import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BaseCore } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import type { ScanResult } from '#server/database/tables/files.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { AppError } from '#shared/errors.ts';
import { createScanner, type Scanner } from './clamd.ts';
import { isEncrypted, pieceBytes, UnreadableFile } from './envelope.ts';
import { downloadName } from './file-names.ts';
import * as queries from './files.queries.ts';
import { isSurelyEncrypted } from './keys-in-use.ts';
import { headOf, mediaTypeOf } from './media-type.ts';
import { encodePicture, type Preset } from './pictures.ts';
import { placeOf, publicPrefix } from './storage.ts';

/** A file of a person: never public, served only after its owner's or the office's right was checked. */
export interface StoredFile {
  key: string;
  /** Media type as found by us. */
  type: string;
  name: string;
  bytes: number;
  /** SHA-256 of what was sent, hex. */
  hash: string;
  scan: ScanResult;
}

export interface Files {
  /**
   * Keeps a file as it came, under a random key. It is pending until {@link Files.attach}. `field` is where a message belongs.
   * @throws UNSUPPORTED_FILE for malware
   */
  store(upload: UploadedFile, field: string): Promise<StoredFile>;
  /**
   * Keeps a picture under the name it was sent with, decoded and re-encoded without its metadata; `field` is where a message belongs.
   * @throws UNSUPPORTED_FILE, UNAVAILABLE (too many at once)
   */
  storePicture(upload: UploadedFile, preset: Preset, field: string): Promise<StoredFile>;
  /** Part of the change that uses the files. @throws UNAVAILABLE when one was swept away meanwhile */
  attach(tx: Transaction, ...stored: StoredFile[]): Promise<void>;
  /** Part of the change that no longer uses the files; their bytes go after it was committed. */
  release(tx: Transaction, ...keys: (string | null)[]): Promise<void>;
  /**
   * Null when there is no such file, or when it is not (or no longer) in use, and of one that cannot be decrypted, which the
   * log tells. @throws WRONG_STATE for malware
   */
  open(key: string): Promise<OpenFile | null>;
  /**
   * Deletes the bytes and rows of released files, and of files that were never attached: those of a process that is
   * gone, or older than an hour. Safe at any time and in any number of processes.
   */
  cleanUp(): Promise<void>;
  /** Has files scanned that were not when they came: before there was a scanner, or while it did not answer. */
  scanLeft(isStopping: () => boolean): Promise<void>;
  /** Cleans up in a moment, after the change that is under way. */
  cleanUpSoon(): void;
  close(): Promise<void>;
}

interface OpenFile {
  body: Readable;
  bytes: number;
  type: string;
  name: string;
  hash: string;
  scan: ScanResult;
}

const soon = 3_000;

export const sweptAway = () =>
  new AppError('UNAVAILABLE', 'The file could not be saved. Please send it again.', { retryAfter: 1 });

const malware = (field: string) => {
  const message =
    'A virus scanner has found malware in this file, so it was not taken. Please check your device, and choose another file.';
  return new AppError('UNSUPPORTED_FILE', message, { fields: { [field]: message } });
};

const unusable = (field: string) => {
  const message = 'This file cannot be used here. Please choose another one.';
  return new AppError('UNSUPPORTED_FILE', message, { fields: { [field]: message } });
};

/** How many are scanned between two looks at what is left. */
const scanAtOnce = 50;

/** The files of members: stored before the change that needs them, kept only when that change happens. */
export function createFiles(
  { database, storage, log, config }: BaseCore,
  scanner: Scanner | undefined = config.clamd && createScanner(config.clamd),
): Files {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let closed = false;

  async function keep(
    file: Omit<StoredFile, 'key'>,
    source: { path: string } | { bytes: Uint8Array },
  ): Promise<StoredFile> {
    const stored = { ...file, key: randomBytes(16).toString('hex') };
    await queries.insertPending(database, database.writerKey, [{ ...stored, encryptedWith: storage.keyId }]);
    await storage.put(placeOf(stored.key), source);
    return stored;
  }

  /** Reads a file to its end before any of it leaves: what was tampered with is a missing file, and not half of one. */
  async function read(key: string, encryptedWith: string | null): Promise<{ body: Readable; bytes: number } | null> {
    const place = placeOf(key);
    try {
      const found = await storage.get(place, { isClear: encryptedWith === null });
      if (found?.keyId === null) {
        if (storage.keyId === null || !isSurelyEncrypted(encryptedWith)) return found;
        found.body.destroy();
        throw new UnreadableFile('it lies in the clear, and should not');
      }
      if (!found) return null;
      const { bytes } = found;
      if (bytes <= pieceBytes) return { bytes, body: Readable.from([await buffer(found.body)], { objectMode: false }) };
      for await (const _piece of found.body);
      return { bytes, body: Readable.from(again(place), { objectMode: false }) };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      log.error({ file: key, reason: error.message }, 'a stored file cannot be read, and is taken for missing');
      return null;
    }
  }

  /** Opened only when it is read, as what was read before is closed. */
  async function* again(place: string): AsyncGenerator<Uint8Array> {
    const found = await storage.get(place);
    if (!found) throw new UnreadableFile('it is gone');
    yield* found.body;
  }

  /** What the scanner says; 'none' without one, and when it does not answer: nobody is kept from registering by that. */
  async function scanned(source: Parameters<Scanner['scan']>[0]): Promise<ScanResult> {
    if (!scanner) return 'none';
    try {
      return (await scanner.scan(source)) === null ? 'clean' : 'infected';
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'a file could not be scanned for malware',
      );
      return 'none';
    }
  }

  /** @throws UNSUPPORTED_FILE */
  async function scannedUpload(upload: UploadedFile, field: string): Promise<ScanResult> {
    const scan = await scanned({ path: upload.path });
    if (scan === 'infected') throw malware(field);
    return scan;
  }

  /** Deletes one left-over file; false when there is none. */
  async function sweepOne(failed: string[]): Promise<boolean> {
    let current: string | null = null;
    try {
      await database.transaction(async (tx) => {
        current = await queries.lockLeftOver(tx, database.writerKey, failed);
        if (current === null) return;
        const hash = current.startsWith(publicPrefix) ? current.split('/')[1] : undefined;
        if (hash && (await queries.isPictureUsed(tx, hash))) return queries.keepAttached(tx, current);
        // The row first: should a record still name the file, this fails before a byte is lost.
        await queries.deleteRow(tx, current);
        await storage.remove(placeOf(current));
      });
      return current !== null;
    } catch (error) {
      if (current === null) throw error;
      failed.push(current);
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a left-over file could not be deleted');
      return true;
    }
  }

  async function sweep(): Promise<void> {
    const failed: string[] = [];
    while (!closed && failed.length < 20 && (await sweepOne(failed)));
  }

  const files: Files = {
    async store(upload, field) {
      const scan = await scannedUpload(upload, field);
      const head = await headOf(upload.path);
      // Lying in the clear it would be taken for a file of ours that cannot be decrypted.
      if (isEncrypted(head)) throw unusable(field);
      const type = mediaTypeOf(head);
      return keep({ type, name: upload.name, bytes: upload.bytes, hash: upload.hash, scan }, { path: upload.path });
    },
    async storePicture(upload, preset, field) {
      const scan = await scannedUpload(upload, field);
      const { bytes, type } = await encodePicture({ path: upload.path }, preset, field);
      return keep({ type, name: upload.name, bytes: bytes.byteLength, hash: upload.hash, scan }, { bytes });
    },
    async attach(tx, ...stored) {
      if (stored.length === 0) return;
      const keys = stored.map((file) => file.key);
      if ((await queries.markAttached(tx, keys, 'pending')) !== keys.length) throw sweptAway();
    },
    async release(tx, ...keys) {
      const named = keys.filter((key) => key !== null);
      if (named.length === 0) return;
      await queries.markRemoved(tx, named);
      files.cleanUpSoon();
    },
    async open(key) {
      if (key.startsWith(publicPrefix)) return null;
      const row = await queries.findAttached(database, key);
      if (row?.scan === 'infected') {
        throw new AppError(
          'WRONG_STATE',
          'A virus scanner has found malware in this file, so it is withheld. Please ask for another one.',
        );
      }
      const found = row && (await read(key, row.encryptedWith));
      return (
        found && { ...found, type: row.type, name: downloadName(row.name, row.type), hash: row.hash, scan: row.scan }
      );
    },
    async cleanUp() {
      // A caller that asks while one is under way wants what happened meanwhile to be seen too.
      await underWay;
      underWay ??= sweep().finally(() => {
        underWay = undefined;
      });
      await underWay;
    },
    async scanLeft(isStopping) {
      let after = '';
      while (scanner && !isStopping()) {
        const found = await queries.findUnscanned(database, after, scanAtOnce);
        if (found.length === 0) return;
        for (const { key, encryptedWith } of found) {
          if (isStopping()) return;
          const file = await read(key, encryptedWith);
          const scan = file ? await scanned(file.body) : 'none';
          file?.body.destroy();
          // One that cannot be scanned tells of the scanner; the rest waits for the next time.
          if (file && scan === 'none') return;
          if (scan !== 'none') await queries.saveScan(database, key, scan);
          if (scan === 'infected') log.warn({}, 'malware was found in a stored file; it is withheld');
          after = key;
        }
      }
    },
    cleanUpSoon() {
      if (timer || closed) return;
      timer = setTimeout(() => {
        timer = undefined;
        files.cleanUp().catch((error: Error) => log.warn({ reason: error.name }, 'cleaning up files failed'));
      }, soon);
      timer.unref();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await underWay?.catch(() => {});
    },
  };
  return files;
}
