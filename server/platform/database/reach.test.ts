import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('only sessions, and jobs on behalf of an administrator, make a reach', () => {
  const makers = globSync('{server,scripts,shared,proofs}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && file !== 'server/platform/database/reach.ts')
    .filter((file) => /\bReach\s*\.\s*ofAdministrator\b|\bnew Reach\b/.test(readFileSync(file, 'utf8')));
  expect(makers.sort()).toEqual([
    'server/features/auth/sessions.queries.ts',
    'server/features/auth/sessions.service.ts',
  ]);
});

test('every query for the office says whose records it reads', () => {
  const silent = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bwhose: Whose\s*=/.test(readFileSync(file, 'utf8')));
  expect(silent).toEqual([]);
});
