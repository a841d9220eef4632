import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('nothing but sessions, and jobs that act for the person who began them, makes a reach', () => {
  const makers = globSync('{server,scripts,shared,bench}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && file !== 'server/database/reach.ts')
    .filter((file) => /\bReach\s*\.\s*ofAdministrator\b|\bnew Reach\b/.test(readFileSync(file, 'utf8')));
  expect(makers.sort()).toEqual([
    'server/features/auth/sessions.queries.ts',
    'server/features/auth/sessions.service.ts',
  ]);
});

test('nobody has records of people read for the office as the person’s own: whose they are is always said', () => {
  const silent = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bwhose: Whose\s*=/.test(readFileSync(file, 'utf8')));
  expect(silent).toEqual([]);
});
