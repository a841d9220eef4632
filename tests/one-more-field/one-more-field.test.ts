import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { copySource, insertBefore } from '#tests/source-copy.ts';

/** An additional field of a person needs an entry, a column and its migration: tested in a copy of the source. */
const copy = copySource('one-more-field');
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const program = (name: string) => resolve('node_modules/.bin', name);
function run(name: string, ...args: string[]): string {
  try {
    return execFileSync(program(name), args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${name} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

const insert = (file: string, before: string, text: string) => insertBefore(join(copy, file), before, text);

test('an optional telephone number, a blood group that only edits have, and a switch need only their entries and columns', () => {
  insert(
    'shared/person.ts',
    '  picture: {\n',
    `  ropeTelephone: {
    kind: 'mobile',
    label: 'Rope Telephone',
    term: 'rope telephone',
    differs: true,
    section: 'professional',
    forms: optional,
    seenBy: 'office',
    purpose: 'To know it',
    kept: 'With the record',
  },
  caseDiary: {
    kind: 'choice',
    label: 'Case Diary',
    term: 'case diary',
    section: 'personal',
    forms: { officeEdit: 'optional', selfEdit: 'optional' },
    seenBy: 'office',
    purpose: 'To know it',
    kept: 'With the record',
    options: ['Green', 'Blue'],
  },
  lettersByPost: {
    kind: 'flag',
    label: 'Letters by post',
    term: 'letters by post',
    section: 'circulars',
    forms: { registration: 'kept', selfEdit: 'kept' },
    seenBy: 'office',
    purpose: 'To know it',
    kept: 'With the record',
  },
`,
  );
  insert(
    'server/features/members/tables.ts',
    "    designation: text().notNull().default('')",
    "    ropeTelephone: text().notNull().default(''), caseDiary: text().notNull().default(''), lettersByPost: boolean().notNull().default(false),\n",
  );
  run('node', 'scripts/generate-migration.ts', '--name', 'add_office_telephone');
  run('tsc', '--noEmit', '-p', 'tsconfig.server.json');
  run('tsc', '--noEmit', '-p', 'tsconfig.web.json');

  cpSync('tests/one-more-field/trial.ts', join(copy, 'tests/one-more-field/trial.test.ts'));
  const text = run('vitest', 'run', '--project', 'shared', 'tests/one-more-field/trial.test.ts');
  expect(stripVTControlCharacters(text)).toMatch(/Tests +4 passed/);
});
