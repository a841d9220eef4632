import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./changed-tests.ts', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The tests that run, and those that are only listed, in a project of these files when one of them was changed. */
function whenChanged(file: string, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'association-changed-'));
  folders.push(folder);
  const write = (path: string, text: string, mode?: number) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  write('.gitignore', 'bin\n');
  write('bin/vitest', '#!/bin/sh\nexit 3\n', 0o755);
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) },
    });
  run('git', 'init', '--quiet', '--initial-branch=main');
  run('git', 'add', '.');
  run('git', '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=All');
  write(file, `${files[file]}\n// changed`);
  const { stdout, status } = run(process.execPath, SCRIPT);
  expect({ stdout, status }).toMatchObject({ status: 3 });
  const [chosen = '', left = ''] = stdout.split('and these');
  const named = (text: string) => [...text.matchAll(/^ {2}(\S+)$/gm)].map(([, path]) => path);
  return { runs: named(chosen).filter((path) => !/feature-map|languages/.test(path ?? '')), leaves: named(left) };
}

const importing = (path: string, size = 100) => `import '${path}';`.padEnd(size, ' ');

test("runs the namesake of a server's module first, and of its feature and of what imports it as much as is quick", () => {
  expect(
    whenChanged('server/features/news/news.queries.ts', {
      'server/features/news/news.queries.ts': '',
      'server/features/news/news.service.ts': importing('./news.queries.ts'),
      'server/features/news/news.test.ts': importing('#server/app.ts', 15_000),
      'server/features/news/quick.test.ts': '',
      'server/features/news/slow.test.ts': importing('#server/app.ts', 60_000),
      'server/features/feeds/feeds.test.ts': importing('#server/features/news/news.queries.ts'),
      'server/features/tiers/tiers.test.ts': importing('#server/features/news/news.service.ts'),
      'tests/many.test.ts': `from './processes.ts'; ${importing('#server/features/news/news.queries.ts')}`,
    }),
  ).toEqual({
    runs: [
      'server/features/news/news.test.ts',
      'server/features/news/quick.test.ts',
      'server/features/feeds/feeds.test.ts',
    ],
    leaves: ['tests/many.test.ts', 'server/features/news/slow.test.ts'],
  });
});

test('runs the component tests that reach a part of the web app, the nearest first', () => {
  expect(
    whenChanged('web/ui/page/Button.module.css', {
      'web/ui/page/Button.module.css': '',
      'web/ui/page/Button.tsx': importing('./Button.module.css'),
      'web/app/A.tsx': importing('#web/features/news/Dialog.tsx'),
      'web/app/A.test.tsx': importing('./A.tsx'),
      'web/features/news/Dialog.tsx': importing('#web/ui/page/Button.tsx'),
      'web/features/news/Dialog.test.tsx': importing('./Dialog.tsx'),
      'web/features/news/Other.test.tsx': importing('./Other.tsx'),
      'server/features/news/news.test.ts': '',
    }),
  ).toEqual({ runs: ['web/features/news/Dialog.test.tsx', 'web/app/A.test.tsx'], leaves: [] });
});

test('names the browser tests that a file of theirs touches, and runs a changed test whatever it takes', () => {
  const files = {
    'tests/e2e/office.ts': '',
    'tests/e2e/log.spec.ts': importing('./office.ts'),
    'tests/long.test.ts': importing('./processes.ts', 60_000),
  };
  expect(whenChanged('tests/e2e/office.ts', files)).toEqual({ runs: [], leaves: ['tests/e2e/log.spec.ts'] });
  expect(whenChanged('tests/long.test.ts', files)).toEqual({ runs: ['tests/long.test.ts'], leaves: [] });
});
