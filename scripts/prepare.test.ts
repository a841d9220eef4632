import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let programs: string;

/** A folder that counts as installed, whose packaged Node.js lacks a library. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepare-'));
  programs = join(folder, 'programs');
  for (const name of ['scripts', 'node_modules/.bin', 'programs']) await mkdir(join(folder, name), { recursive: true });
  await copyFile('scripts/prepare.mjs', join(folder, 'scripts/prepare.mjs'));
  for (const name of ['package-lock.json', 'node_modules/.package-lock.json'])
    await writeFile(join(folder, name), '{"packages":{}}');
  await program(
    join(folder, 'node_modules/.bin/node'),
    'echo "libatomic.so.1: cannot open shared object" >&2; exit 127',
  );
});

afterEach(() => rm(folder, { recursive: true }));

async function program(path: string, script: string) {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

const prepare = () =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const env = { ...process.env, PATH: `${programs}:/usr/bin:/bin` };
    execFile(process.execPath, ['scripts/prepare.mjs', '--no-build'], { cwd: folder, env }, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });

test('a machine on which the packaged Node.js does not run is told which library it lacks', async () => {
  await program(join(programs, 'apt-get'), 'exit 100');
  const { code, stderr } = await prepare();
  expect(code).toBe(1);
  expect(stderr).toContain('libatomic.so.1: cannot open shared object');
  expect(stderr).toContain('install libatomic1 as root');
});

test.runIf(process.getuid?.() === 0)('root gets the library installed', async () => {
  await program(
    join(programs, 'apt-get'),
    `echo "$@" >>"${folder}/asked"; printf '#!/bin/sh\\n' >node_modules/.bin/node`,
  );
  expect(await prepare()).toEqual({ code: 0, stderr: '' });
  expect(await readFile(join(folder, 'asked'), 'utf8')).toContain('libatomic1');
});
