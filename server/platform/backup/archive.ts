import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { keyOf, newSealing, type Sealing, seal, unseal } from './sealing.ts';

/** The backup cannot be used; the message is one plain sentence. */
class BadBackup extends Error {}

const part = z.object({
  /** `database/news.copy`, `files/…` (a storage key), `data/…` (a path in the data folder). */
  path: z.string(),
  /** Where it lies in the backup's folder. */
  stored: z.string(),
  /** Of the original, before compression and encryption. */
  bytes: z.number(),
  sha256: z.string(),
});
type Part = z.infer<typeof part>;

const contents = z.object({
  takenAt: z.iso.datetime(),
  database: z.object({
    postgres: z.string(),
    migrations: z.array(z.object({ hash: z.string(), createdAt: z.string() })),
    schema: z.record(z.string(), z.string()).optional(),
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() })),
    sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  }),
  parts: z.array(part),
  /** Keys of files that rows name but the store did not have. */
  missing: z.array(z.string()),
});
type Contents = z.infer<typeof contents>;

const formatVersion = 1;
const manifest = z.object({
  format: z.literal('association-backup'),
  version: z.number(),
  sealing: z
    .object({
      kdf: z.literal('scrypt'),
      cost: z
        .number()
        .int()
        .max(2 ** 20),
      blockSize: z.number().int().max(32),
      parallel: z.number().int().max(16),
      salt: z.string(),
    })
    .nullable(),
  /** SHA-256 of the stored list of contents. */
  contents: z.string(),
});
const manifestName = 'manifest.json';
const contentsName = 'contents.json';

/** Whether a folder is a complete backup: the manifest is written last. */
export const isBackup = (folder: string) => existsSync(join(folder, manifestName));

/** Only these are worth compressing; files are pictures and PDFs, which are compressed already. */
const isPacked = (path: string) => path.startsWith('database/');

function counting(hash: ReturnType<typeof createHash>, count: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count.bytes += chunk.length;
      done(null, chunk);
    },
  });
}

export interface ArchiveWriter {
  /** Fails if the source fails, and then leaves nothing behind. */
  add(path: string, source: Readable): Promise<void>;
  /** Writes the list of contents and, last of all, the manifest. */
  finish(rest: Omit<Contents, 'parts'>): Promise<void>;
}

/** Writes a backup into an empty folder; encrypted when there is a passphrase. */
export async function writeArchive(folder: string, passphrase: string | undefined): Promise<ArchiveWriter> {
  const sealing = passphrase === undefined ? null : newSealing();
  const key = passphrase !== undefined && sealing ? await keyOf(passphrase, sealing) : undefined;
  const parts: Part[] = [];
  let next = 0;

  return {
    async add(path, source) {
      const number = next++;
      // Encrypted backups use numbers: names would tell how many members have paid, and when mails were written.
      const stored = key ? `parts/${Math.floor(number / 1000)}/${number}` : isPacked(path) ? `${path}.gz` : path;
      const target = join(folder, stored);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      const count = { bytes: 0 };
      try {
        await pipeline([
          source,
          counting(hash, count),
          ...(isPacked(path) ? [createGzip()] : []),
          ...(key ? [seal(key, stored)] : []),
          createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
        ]);
      } catch (error) {
        await rm(target, { force: true });
        throw error;
      }
      parts.push({ path, stored, bytes: count.bytes, sha256: hash.digest('hex') });
    },
    async finish(rest) {
      const text = Buffer.from(JSON.stringify({ ...rest, parts } satisfies Contents));
      const stored = key ? await buffer(Readable.from([text]).pipe(seal(key, contentsName))) : text;
      await writeFile(join(folder, contentsName), stored, { mode: 0o600, flush: true });
      const head: z.infer<typeof manifest> = {
        format: 'association-backup',
        version: formatVersion,
        sealing,
        contents: createHash('sha256').update(stored).digest('hex'),
      };
      await writeFile(join(folder, manifestName), `${JSON.stringify(head, null, 2)}\n`, { mode: 0o600, flush: true });
    },
  };
}

export interface Archive {
  contents: Contents;
  isSealed: boolean;
  /** The original content of this path. Fails at its end when the content differs from what was saved. */
  open(path: string): Readable;
  /** Reads everything. @throws BadBackup naming the first damaged part */
  verify(): Promise<void>;
}

async function openManifest(folder: string): Promise<{ sealing: Sealing | null; listed: Buffer }> {
  let head: z.infer<typeof manifest>;
  let listed: Buffer;
  try {
    head = manifest.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')));
    listed = await readFile(join(folder, contentsName));
  } catch {
    throw new BadBackup(`${folder} is not a backup, or not a whole one.`);
  }
  if (head.version !== formatVersion)
    throw new BadBackup('The backup was written by a newer version of the program; use that one.');
  if (createHash('sha256').update(listed).digest('hex') !== head.contents) {
    throw new BadBackup('The backup is damaged: its list of contents is not what was saved.');
  }
  return { sealing: head.sealing, listed };
}

/** @throws BadBackup */
export async function openArchive(folder: string, passphrase: string | undefined): Promise<Archive> {
  const { sealing, listed } = await openManifest(folder);
  if (sealing && passphrase === undefined) {
    throw new BadBackup('The backup is encrypted: set BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE.');
  }
  const key = sealing && passphrase !== undefined ? await keyOf(passphrase, sealing) : undefined;
  let list: Contents;
  try {
    const text = key ? await buffer(Readable.from([listed]).compose(unseal(key, contentsName))) : listed;
    list = contents.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw new BadBackup(key ? 'The passphrase is not that of this backup.' : 'The list of contents cannot be read.');
  }
  const byPath = new Map(list.parts.map((each) => [each.path, each]));
  const damaged = (path: string) => new BadBackup(`The backup is damaged: ${path} is not what was saved.`);

  function open(path: string): Readable {
    const entry = byPath.get(path);
    // No listed path may lead out of the folder.
    if (!entry || entry.stored.split('/').some((name) => name === '' || name === '.' || name === '..'))
      throw damaged(path);
    const hash = createHash('sha256');
    const count = { bytes: 0 };
    const checked = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        count.bytes += chunk.length;
        done(null, chunk);
      },
      flush(done) {
        done(hash.digest('hex') === entry.sha256 && count.bytes === entry.bytes ? null : damaged(path));
      },
    });
    const chain = pipeline([
      createReadStream(join(folder, entry.stored)),
      ...(key ? [unseal(key, entry.stored)] : []),
      ...(isPacked(path) ? [createGunzip()] : []),
      checked,
    ]);
    chain.catch(() => checked.destroy(damaged(path)));
    return checked;
  }

  return {
    contents: list,
    isSealed: key !== undefined,
    open,
    async verify() {
      for (const { path } of list.parts) {
        try {
          for await (const _chunk of open(path));
        } catch {
          throw damaged(path);
        }
      }
    },
  };
}
