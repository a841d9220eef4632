import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of an external program, if it is installed and runs. A test that needs a missing one is skipped; `npm test` installs
 * none.
 * @param names in order of preference
 * @param args a command line that succeeds at once
 */
export function findProgram(names: readonly string[], args: readonly string[] = ['--version']): string | undefined {
  // Debian keeps servers, such as nginx, where only root's PATH leads.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path) && spawnSync(path, args, { stdio: 'ignore', timeout: 30_000 }).status === 0);
}
