import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a folder must have room for to count as one that can be written to. */
const probe = Buffer.alloc(256 * 1024, 1);

/**
 * Writes to a folder as an upload would: a full disk and a used-up quota are told by nothing else.
 * @throws what the system says when that fails
 */
export async function checkRoom(folder: string): Promise<void> {
  const path = join(folder, `.room.${randomUUID()}`);
  try {
    await writeFile(path, probe, { mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}
