import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
