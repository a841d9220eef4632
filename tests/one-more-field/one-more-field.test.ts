import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';

/** An additional optional field of a person needs an entry, a column and its migration: tested in a copy of the source. */
const copy = mkdtempSync(join(tmpdir(), 'one-more-field-'));
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

function insert(file: string, before: string, text: string) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  expect(source.split(before)).toHaveLength(2);
  writeFileSync(path, source.replace(before, `${text}${before}`));
}

test('an optional telephone number needs only its entry and its column', () => {
  const rows = ['proofs', 'docs', 'languages', 'scripts', 'server', 'shared', 'tests', 'web'];
  const files = readdirSync('.').filter((file) => rows.includes(file) || /\.(json|ts)$/.test(file));
  for (const file of files) cpSync(file, join(copy, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

  insert(
    'shared/person.ts',
    '  profile_Pic: {\n',
    `  officeTelephone: {
    kind: 'mobile',
    column: 'officeTelephone',
    label: 'Office Telephone',
    term: 'office telephone',
    differs: true,
    section: 'professional',
    forms: optional,
    seenBy: 'office',
  },
`,
  );
  insert(
    'server/features/members/tables.ts',
    "    designation: text().notNull().default('')",
    "    officeTelephone: text().notNull().default(''),\n",
  );
  run('node', 'scripts/generate-migration.ts', '--name', 'add_office_telephone');
  run('tsc', '--noEmit', '-p', 'tsconfig.server.json');
  run('tsc', '--noEmit', '-p', 'tsconfig.web.json');

  cpSync('tests/one-more-field/trial.ts', join(copy, 'tests/one-more-field/trial.test.ts'));
  const text = run('vitest', 'run', '--project', 'shared', 'tests/one-more-field/trial.test.ts');
  expect(stripVTControlCharacters(text)).toMatch(/Tests +3 passed/);
});
