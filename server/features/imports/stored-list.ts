import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Core } from '#server/core.ts';
import { AppError } from '#shared/errors.ts';

/** Runs work that needs a stored file's path, on a temporary copy. @throws WRONG_STATE when the file is gone */
export async function withStoredFile(
  { files }: Pick<Core, 'files'>,
  folder: string,
  key: string | null,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const file = key === null ? null : await files.open(key);
  if (!file) throw new AppError('WRONG_STATE', 'The file of this list is no longer kept. Please choose it again.');
  const path = join(folder, randomUUID());
  try {
    await pipeline(file.body, createWriteStream(path, { mode: 0o600 }));
    await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
