import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Writes bytes to a file before the first of them is sent, so that what they are read from is not held open for a slow client. The file
 * has no name, and is gone when the stream or the process ends.
 * @param folder where there is room for it
 */
export async function writtenFirst(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<Readable> {
  const path = join(folder, `.written-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for await (const part of bytes) await file.writeFile(part);
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
}
