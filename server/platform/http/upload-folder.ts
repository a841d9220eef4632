import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No upload takes longer; older files were left behind by a killed process. */
const leftOverAfter = 60 * 60 * 1_000;

/**
 * Makes the folder in which this process keeps uploads until they are answered. Processes that share a data folder
 * each have their own. A process with its own database has the data folder to itself, so everything in it was left behind;
 * otherwise only the age tells.
 */
export async function makeUploadFolder(
  config: { dataDir: string; databaseUrl?: string | undefined },
  owner: { writerKey: number },
): Promise<string> {
  const parent = join(config.dataDir, 'uploads');
  const folder = join(parent, String(owner.writerKey));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isAlone = config.databaseUrl === undefined;
  for (const name of await readdir(parent)) {
    const other = join(parent, name);
    if (other === folder) continue;
    const age = Date.now() - ((await stat(other).catch(() => null))?.mtimeMs ?? Date.now());
    if (isAlone || age > leftOverAfter) await rm(other, { recursive: true, force: true });
  }
  return folder;
}

export async function removeUploadFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
