import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, createReadStream, fstat } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { isStorageKey, type Part, publicPrefix, ReplacedFile, type Source, type Store } from './storage.ts';

/** Files in a folder of this machine: written to a temporary name, synced, then renamed. */
export async function openLocalStorage(folder: string): Promise<Store> {
  await makeFolder(folder);
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error('Not a storage key.');
    return join(folder, key);
  };
  async function write(key: string, source: Source): Promise<void> {
    const path = pathOf(key);
    const beside = `${besidePrefix(path)}${randomUUID()}`;
    await makeFolder(dirname(path));
    // Two processes may write the same public picture at once. Other files have one writer, and an unfinished write was abandoned: its
    // file may be unencrypted.
    if (!key.startsWith(publicPrefix)) await removeBegun(path);
    try {
      if ('path' in source) await copyFile(source.path, beside, constants.COPYFILE_FICLONE);
      else await writeFile(beside, 'stream' in source ? source.stream : source.bytes);
      // A copy has the mode of its original.
      await chmod(beside, 0o600);
      await sync(beside);
      await rename(beside, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }
  return {
    async put(key, source) {
      // Removing a public picture also removes unfinished writes, even of another process that is just writing it again.
      for (let triesLeft = key.startsWith(publicPrefix) ? 5 : 0; ; triesLeft -= 1) {
        try {
          return await write(key, source);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || triesLeft === 0) throw error;
        }
      }
    },
    async get(key, part) {
      const path = pathOf(key);
      const stats = await stat(path).catch(absent);
      if (!stats?.isFile()) return null;
      // Opened only when it is read: an unread body keeps no file open.
      return { body: Readable.from(chunksOf(path, stats.size, part), { objectMode: false }), bytes: stats.size };
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await removeBegun(path);
    },
    check: () => assertFolderWritable(folder),
  };
}

/** @throws ReplacedFile before the first chunk */
async function* chunksOf(path: string, size: number, part?: Part): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, part && { start: part.from, end: part.to });
  try {
    const [descriptor] = (await once(stream, 'open')) as [number];
    if ((await promisify(fstat)(descriptor)).size !== size) throw new ReplacedFile();
    yield* stream;
  } finally {
    stream.destroy();
  }
}

/** Removes unfinished writes of this file by killed processes. */
async function removeBegun(path: string): Promise<void> {
  for (const name of (await readdir(dirname(path)).catch(absent)) ?? []) {
    const other = join(dirname(path), name);
    if (other.startsWith(besidePrefix(path))) await rm(other, { force: true });
  }
}

const besidePrefix = (path: string) => join(dirname(path), `.${basename(path)}.`);

/** Creates a folder with its parents; a new folder survives a power cut only after its parent was synced. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** Windows cannot open folders, and does not need this. */
const syncFolder = (path: string) => (process.platform === 'win32' ? Promise.resolve() : sync(path));

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A folder that can take this much counts as writable. */
const probe = Buffer.alloc(256 * 1024, 1);

/**
 * Writes to a folder as an upload would: the only way to notice a full disk or an exceeded quota.
 * @throws the system's error
 */
export async function assertFolderWritable(folder: string): Promise<void> {
  const path = join(folder, `.room.${randomUUID()}`);
  try {
    await writeFile(path, probe, { mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}
