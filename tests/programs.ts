import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Where a program lies that others wrote, if this machine has it and it runs. A test that needs one is skipped without it,
 * and `npm test` installs none.
 * @param names in the order in which they are tried
 * @param args what it answers at once with success
 */
export function findProgram(names: readonly string[], args: readonly string[] = ['--version']): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path) && spawnSync(path, args, { stdio: 'ignore', timeout: 30_000 }).status === 0);
}
