import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { createLoop, nameOf } from '#server/platform/loop.ts';
import { AppError } from '#shared/errors.ts';
import { createScanner, type Scanner } from './clamd.ts';
import { isEncrypted, pieceBytes, UnreadableFile } from './envelope.ts';
import { downloadName } from './file-names.ts';
import * as queries from './files.queries.ts';
import { isSurelyEncrypted } from './keys-in-use.ts';
import { headOf, mediaTypeOf } from './media-type.ts';
import { encodePicture, type Preset } from './pictures.ts';
import { type Part, pathOf, publicPrefix } from './storage.ts';
import type { ScanResult } from './tables.ts';

/** A person's file: never public, served only after the owner's or the office's right was checked. */
export interface StoredFile {
  key: string;
  /** Media type as detected by us. */
  type: string;
  name: string;
  bytes: number;
  /** SHA-256 of the original, hex. */
  hash: string;
  scan: ScanResult;
}

export interface Files {
  /**
   * Stores a file unchanged, under a random key. It is pending until {@link Files.attach}. `field` is the field for messages.
   * @throws UNSUPPORTED_FILE for malware
   */
  store(upload: UploadedFile, field: string): Promise<StoredFile>;
  /**
   * Stores a picture under its original name, re-encoded without its metadata; `field` is the field for messages.
   * @throws UNSUPPORTED_FILE, UNAVAILABLE (too many at once)
   */
  storePicture(upload: UploadedFile, preset: Preset, field: string): Promise<StoredFile>;
  /** Part of the change that uses the files. @throws UNAVAILABLE when one was cleaned up meanwhile */
  attach(tx: Transaction, ...stored: StoredFile[]): Promise<void>;
  /** Part of the change that no longer uses the files; they are deleted after the commit. */
  release(tx: Transaction, ...keys: (string | null)[]): Promise<void>;
  /**
   * Null when there is no such file, when it is not in use, and when it cannot be decrypted, which is
   * logged. @throws WRONG_STATE for malware
   * @param part these bytes alone, of which each chunk is verified as it is sent; `bytes` stays the size of the file
   */
  open(key: string, part?: Part): Promise<OpenFile | null>;
  /**
   * Deletes released files, and files that were never attached: those of a dead process,
   * or older than an hour. Safe at any time and in any number of processes.
   */
  cleanUp(): Promise<void>;
  /** Scans files that were not scanned on upload: without a scanner, or while it did not answer. */
  scanLeft(isStopping: () => boolean): Promise<void>;
  /** Cleans up shortly, after the change under way. */
  cleanUpSoon(): void;
  close(): Promise<void>;
}

export interface OpenFile {
  body: Readable;
  bytes: number;
  type: string;
  name: string;
  hash: string;
  scan: ScanResult;
}

const soonMs = 3_000;

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

/** Files scanned per query. */
const scanAtOnce = 50;

/** The files of members: stored before the change that uses them, kept only if that is committed. */
export function createFiles(
  { database, storage, log, config }: BaseCore,
  scanner: Scanner | undefined = config.clamd && createScanner(config.clamd),
): Files {
  let underWay: Promise<void> | undefined;
  let closed = false;
  /** The last file looked at by {@link Files.scanLeft}, which goes on after it: one that cannot be scanned holds no other. */
  let scannedUntil = '';

  async function keep(
    file: Omit<StoredFile, 'key'>,
    source: { path: string } | { bytes: Uint8Array },
  ): Promise<StoredFile> {
    const stored = { ...file, key: randomBytes(16).toString('hex') };
    await queries.insertPending(database, database.writerKey, [{ ...stored, encryptedWith: storage.keyId }]);
    await storage.put(pathOf(stored.key), source);
    return stored;
  }

  /** Reads a file to its end before any of it is sent: a damaged one is reported as missing rather than sent in part. */
  async function read(
    key: string,
    encryptedWith: string | null,
    part?: Part,
  ): Promise<{ body: Readable; bytes: number } | null> {
    const path = pathOf(key);
    try {
      const body = await storage.get(path, { isClear: encryptedWith === null, part });
      if (body?.keyId === null) {
        if (storage.keyId === null || !isSurelyEncrypted(encryptedWith)) return body;
        body.body.destroy();
        throw new UnreadableFile('it lies in the clear, and should not');
      }
      if (!body || part) return body;
      const { bytes } = body;
      if (bytes <= pieceBytes) return { bytes, body: Readable.from([await buffer(body.body)], { objectMode: false }) };
      for await (const _piece of body.body);
      return { bytes, body: Readable.from(again(path), { objectMode: false }) };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      log.error({ file: key, reason: error.message }, 'a stored file cannot be read, and is taken for missing');
      return null;
    }
  }

  /** Opened only when it is read, as the first stream is closed. */
  async function* again(path: string): AsyncGenerator<Uint8Array> {
    const body = await storage.get(path);
    if (!body) throw new UnreadableFile('it is gone');
    yield* body.body;
  }

  /** The scanner's result; 'none' without a scanner, and when it does not answer: that must not keep anybody from registering. */
  async function scanned(source: Parameters<Scanner['scan']>[0], key?: string): Promise<ScanResult> {
    if (!scanner) return 'none';
    try {
      return (await scanner.scan(source)) === null ? 'clean' : 'infected';
    } catch (error) {
      log.warn(
        { ...(key && { file: key }), reason: error instanceof Error ? error.message : 'unknown' },
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
        // The row first: if a record still names the file, this fails before it is deleted.
        await queries.deleteRow(tx, current);
        await storage.remove(pathOf(current));
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
      // Stored unencrypted it would be taken for one of our files that cannot be decrypted.
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
    async open(key, part) {
      if (key.startsWith(publicPrefix)) return null;
      const row = await queries.findAttached(database, key);
      if (row?.scan === 'infected') {
        throw new AppError(
          'WRONG_STATE',
          'A virus scanner has found malware in this file, so it is withheld. Please ask for another one.',
        );
      }
      const body = row && (await read(key, row.encryptedWith, part));
      return (
        body && { ...body, type: row.type, name: downloadName(row.name, row.type), hash: row.hash, scan: row.scan }
      );
    },
    async cleanUp() {
      // If one is under way, a second run follows, which also sees the changes made meanwhile.
      await underWay;
      underWay ??= sweep().finally(() => {
        underWay = undefined;
      });
      await underWay;
    },
    async scanLeft(isStopping) {
      while (scanner && !isStopping()) {
        const files = await queries.findUnscanned(database, scannedUntil, scanAtOnce);
        if (files.length === 0) {
          scannedUntil = '';
          return;
        }
        for (const { key, encryptedWith } of files) {
          if (isStopping()) return;
          scannedUntil = key;
          const file = await read(key, encryptedWith).catch((error: unknown) => {
            log.warn({ file: key, reason: nameOf(error) }, 'a file could not be read to scan it for malware');
            return null;
          });
          const scan = file ? await scanned(file.body, key) : 'none';
          file?.body.destroy();
          // If the scanner does not answer, the rest waits for the next run.
          if (file && scan === 'none') return;
          if (scan !== 'none') await queries.saveScan(database, key, scan);
          if (scan === 'infected') log.warn({}, 'malware was found in a stored file; it is withheld');
        }
      }
    },
    cleanUpSoon: () => loop.wake(),
    async close() {
      closed = true;
      await loop.stop();
      await underWay?.catch(() => {});
    },
  };
  const loop = createLoop(
    async () => {
      await files.cleanUp();
      return Infinity;
    },
    {
      failed(error) {
        log.warn({ reason: nameOf(error) }, 'cleaning up files failed');
        return Infinity;
      },
      gatherMs: soonMs,
    },
  );
  return files;
}
