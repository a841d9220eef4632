import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Copies the source into a folder of its own, with the packages of this one, so that a test may change it. @returns its path */
export function copySource(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), `${name}-`));
  const folders = ['proofs', 'docs', 'languages', 'scripts', 'server', 'shared', 'tests', 'web'];
  const files = readdirSync('.').filter((file) => folders.includes(file) || /\.(json|ts)$/.test(file));
  for (const file of files) cpSync(file, join(copy, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Inserts a text into a file of a copy. @throws Error unless `before` stands there once */
export function insertBefore(file: string, before: string, text: string): void {
  const source = readFileSync(file, 'utf8');
  if (source.split(before).length !== 2) throw new Error(`${file} does not have this once: ${before}`);
  writeFileSync(file, source.replace(before, `${text}${before}`));
}
