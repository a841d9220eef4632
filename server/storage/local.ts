import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

/** Files in a folder of this machine: written beside their place, synced, then renamed into it. */
export async function openLocalStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => {
    if (!/^[\w-][\w./-]*$/.test(key) || key.includes('..')) throw new Error('Not a storage key.');
    return join(folder, key);
  };
  return {
    async put(key, source) {
      const path = pathOf(key);
      const beside = join(dirname(path), `.${randomUUID()}`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        if ('path' in source) await copyFile(source.path, beside, constants.COPYFILE_FICLONE);
        else await writeFile(beside, source.bytes, { mode: 0o600 });
        await sync(beside);
        await rename(beside, path);
        await sync(dirname(path));
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
    async get(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => null);
      return found?.isFile() ? { body: createReadStream(path), bytes: found.size } : null;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await access(folder, constants.W_OK);
    },
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
