import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { voteKeyFolder } from '#server/platform/data-dir.ts';
import { type FileKey, keyOf } from '#server/platform/storage/file-keys.ts';

const ending = '.key';

function unless(code: string) {
  return (error: NodeJS.ErrnoException): null => {
    if (error.code === code) return null;
    throw error;
  };
}

/**
 * A key for each vote in a file of its own, with which the vote's private key in the database is encrypted. Once the file is overwritten
 * and deleted, no copy of the database, its log or a backup can be read any more.
 */
export function createKeyFiles(dataDir: string) {
  const folder = join(dataDir, voteKeyFolder);
  const pathOf = (voteId: string) => join(folder, `${voteId}${ending}`);

  async function find(voteId: string): Promise<FileKey | null> {
    const text = await readFile(pathOf(voteId), 'utf8').catch(unless('ENOENT'));
    return text === null ? null : keyOf(text.trim());
  }

  return {
    find,

    /** The key of a vote, made where there is none. The caller holds the vote's lock. */
    async take(voteId: string): Promise<FileKey> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(voteId), 'wx', 0o600).catch(unless('EEXIST'));
      if (file) {
        try {
          await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
          await file.sync();
        } finally {
          await file.close();
        }
        await syncFolder(folder);
      }
      return (await find(voteId))!;
    },

    /** The votes that have one. */
    async list(): Promise<string[]> {
      const names = (await readdir(folder).catch(unless('ENOENT'))) ?? [];
      return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
    },

    async destroy(voteId: string): Promise<void> {
      const file = await open(pathOf(voteId), 'r+').catch(unless('ENOENT'));
      if (!file) return;
      try {
        await file.write(randomBytes((await file.stat()).size), 0, undefined, 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await rm(pathOf(voteId), { force: true });
      await syncFolder(folder);
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
