import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/free-port.ts';
import { writeResults } from './results.ts';

export const title = 'What an idle site takes: memory with its database, time to start, size on disk';

const starts = 3;
const root = join(import.meta.dirname, '..');

/** The ids of the process and its descendants. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
    } catch {
      // The process has ended meanwhile.
    }
  }
  const family = [pid];
  for (const each of family) family.push(...(parents.get(each) ?? []));
  return family;
}

/** Megabytes in use, with shared memory divided among its processes. */
function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile()) bytes += (await lstat(path)).blocks * 512;
  }
  return bytes;
}

/** The environment after a fresh clone: without this process's npm settings and Node.js. */
const bareEnvironment = () => {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { PATH: path.join(':'), HOME: process.env.HOME };
};

/**
 * Measures `npm start`.
 * @returns seconds until the script runs, the packages are installed, the pages are built, and the site answers
 */
async function startByNpm(folder: string, dataDir: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url },
  });
  const ended = once(child, 'exit');
  const marks = { called: 0, installed: 0, built: 0, answered: 0 };
  let isBuilding = false;
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('>')) marks.called ||= seconds();
    if (line.startsWith('Building')) [marks.installed, isBuilding] = [seconds(), true];
    // npm prints each script that it runs; after the build that is the server.
    else if (isBuilding && line.startsWith('> ')) marks.built ||= seconds();
  });
  try {
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error('The site did not start.');
      await sleep(10);
    }
    marks.answered = seconds();
  } finally {
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
  return marks;
}

/** Starts a clone of the last commit, for the first and the second time. */
async function startClone() {
  const folder = await mkdtemp(join(tmpdir(), 'association-clone-'));
  const [clone, data, cache] = ['clone', 'data', 'npm'].map((name) => join(folder, name)) as [string, string, string];
  const env = { ...bareEnvironment(), npm_config_cache: cache };
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    const first = await startByNpm(clone, data, env);
    return { first, later: await startByNpm(clone, data, env) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function run(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has.');
  const dataDir = await mkdtemp(join(tmpdir(), 'association-bench-'));
  const times: number[] = [];
  let server = 0;
  let database = 0;
  try {
    for (let start = 0; start <= starts; start += 1) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const began = performance.now();
      const child = spawn(process.execPath, ['--import', './server/import-hooks.ts', 'server/main.ts'], {
        stdio: 'ignore',
        env: {
          ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
          ...{ NODE_COMPILE_CACHE: '.cache/node', DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url },
        },
      });
      const ended = once(child, 'exit');
      while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
        if (child.exitCode !== null) throw new Error('The server did not start.');
        await sleep(10);
      }
      // The first start creates the database.
      if (start > 0) times.push(performance.now() - began);
      if (start === starts) {
        for (const path of ['/', '/news', '/about']) await fetch(url + path).then((answer) => answer.arrayBuffer());
        await sleep(30_000);
        server = memoryOf(child.pid!);
        database = familyOf(child.pid!)
          .slice(1)
          .reduce((sum, pid) => sum + memoryOf(pid), 0);
      }
      child.kill('SIGTERM');
      await ended;
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const { first, later } = await startClone();
  const inSeconds = (value: number) => `${value.toFixed(1)} s`;
  const megabytes = (value: number) => `${value.toFixed(0)} MB`;
  writeResults('footprint', 'Half a minute after the first pages, the site as `npm start` runs it.', [
    { What: 'server', Measured: megabytes(server), Goal: '' },
    { What: 'database', Measured: megabytes(database), Goal: '' },
    { What: 'both, idle', Measured: megabytes(server + database), Goal: '200 MB' },
    { What: 'a later start, best of three', Measured: `${(Math.min(...times) / 1_000).toFixed(2)} s`, Goal: '1.2 s' },
    { What: 'the same by `npm start`', Measured: inSeconds(later.answered), Goal: '1.2 s' },
    { What: 'its share of npm, until it calls us', Measured: inSeconds(later.called), Goal: '' },
    { What: 'first start of a clone, nothing cached', Measured: inSeconds(first.answered), Goal: '30 s' },
    { What: 'its packages', Measured: inSeconds(first.installed - first.called), Goal: '' },
    { What: 'its build', Measured: inSeconds(first.built - first.installed), Goal: '' },
    { What: 'its database and server', Measured: inSeconds(first.answered - first.built), Goal: '' },
    { What: 'node_modules', Measured: megabytes((await sizeOf(join(root, 'node_modules'))) / 2 ** 20), Goal: '350 MB' },
    { What: 'build', Measured: megabytes((await sizeOf(join(root, 'build'))) / 2 ** 20), Goal: '' },
  ]);
}
