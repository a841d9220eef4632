import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockClasses, locks } from './locks.ts';

test('no two locks share a number', () => {
  for (const numbers of [Object.values(locks), Object.values(lockClasses)]) {
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

test('every advisory lock is taken in locks.ts, with its number beside the others', () => {
  const sources = ['server', 'scripts'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|sql)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => `${root}/${name}`),
  );
  expect(sources.filter((path) => /pg_\w*advisory/i.test(readFileSync(path, 'utf8')))).toEqual([
    'server/platform/database/locks.ts',
  ]);
});
