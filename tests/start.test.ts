import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { addressOf, runningDatabase } from '#server/platform/database/embedded.ts';
import { readPidFile } from '#server/platform/database/embedded-recovery.ts';
import { listMigrations, migrationsFolder, needsBeside } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { runScript } from '#tests/run-script.ts';
import { type ServerOptions, type ServerProcess, startServerProcess } from '#tests/server-process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
// Acts like `unshare` when the kernel forbids user namespaces.
const FORBIDDEN = '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n';

/** Whether this user may mount a small disk, which tests then fill. */
const canMount =
  isRoot &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' }).status === 0;

const started: ServerProcess[] = [];
const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'association-start-'));
  folders.push(folder);
  return folder;
}

async function begin(options: ServerOptions): Promise<ServerProcess> {
  const server = await startServerProcess(options);
  started.push(server);
  return server;
}

async function startReady(options: ServerOptions): Promise<ServerProcess> {
  const server = await begin(options);
  await server.ready();
  return server;
}

function killGroup(server: ServerProcess, signal: NodeJS.Signals): void {
  // Without a pid the signal would go to the tests' own process group.
  if (!server.child.pid) return;
  try {
    process.kill(-server.child.pid, signal);
  } catch {
    // The process group has ended.
  }
}

function pidOfDatabase(dataDir: string): number {
  return readPidFile(join(dataDir, 'postgres'))?.pid ?? 0;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process keeps its pid.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

function query(dataDir: string, text: string): Promise<unknown[][]> {
  const { ownerConnection } = runningDatabase(dataDir)!;
  return withClient(ownerConnection, async (client) => (await client.query({ text, rowMode: 'array' })).rows);
}

async function expectStatus(server: ServerProcess, path: string, status: number): Promise<void> {
  expect((await fetch(server.address + path)).status).toBe(status);
}

let prepared = '';

/** A copy of a data folder that a server has used, because creating one takes longer than most tests here. */
function usedFolder(): string {
  const folder = join(temporaryFolder(), 'data');
  execFileSync('cp', ['-a', prepared, folder]);
  return folder;
}

beforeAll(async () => {
  prepared = join(mkdtempSync(join(tmpdir(), 'association-start-')), 'data');
  const server = await startServerProcess({ dataDir: prepared });
  await server.ready();
  server.child.kill('SIGTERM');
  await server.ended();
});

afterAll(() => rmSync(dirname(prepared), { recursive: true, force: true }));

afterEach(async () => {
  for (const server of started.splice(0)) {
    if (server.child.exitCode === null && server.child.signalCode === null) {
      server.child.kill('SIGTERM');
      await server.ended();
    }
    killGroup(server, 'SIGKILL');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a server on its own database', () => {
  test('starts on an empty folder, survives kill -9 of Node.js alone and of everything, and ends with 0 on SIGTERM', async () => {
    const dataDir = join(temporaryFolder(), 'below', 'data');
    const first = await startReady({ dataDir });
    await expectStatus(first, '/healthz', 200);
    await expectStatus(first, '/readyz', 200);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(await query(dataDir, 'show fsync')).toEqual([['on']]);
    await query(dataDir, 'create table kept (word text)');
    await query(dataDir, `insert into kept values ('before the first kill')`);

    first.child.kill('SIGKILL');
    const second = await startReady({ dataDir });
    await query(dataDir, `insert into kept values ('before the second kill')`);

    const database = pidOfDatabase(dataDir);
    killGroup(second, 'SIGKILL');
    process.kill(database, 'SIGKILL');
    const third = await startReady({ dataDir });
    await expectStatus(third, '/readyz', 200);
    expect(await query(dataDir, 'select word from kept order by word')).toEqual([
      ['before the first kill'],
      ['before the second kill'],
    ]);

    const lastDatabase = pidOfDatabase(dataDir);
    third.child.kill('SIGTERM');
    expect(await third.ended()).toBe(0);
    expect(lives(lastDatabase)).toBe(false);
    expect(readPidFile(join(dataDir, 'postgres'))).toBeUndefined();
  });

  test('refuses a second start on the same folder in one sentence, without affecting the first', async () => {
    const dataDir = usedFolder();
    const first = await startReady({ dataDir });
    const database = pidOfDatabase(dataDir);
    const { port } = new URL(first.address);
    // A repeated start also finds the port taken, but the message must name the folder.
    for (const second of [await begin({ dataDir }), await begin({ dataDir, env: { PORT: port } })]) {
      expect(await second.ended()).toBe(1);
      expect(second.output().trim()).toBe(
        `Another server (process ${first.child.pid}) already uses the data folder ${dataDir}; stop it, or set DATA_DIR to another folder.`,
      );
    }
    expect(pidOfDatabase(dataDir)).toBe(database);
    await expectStatus(first, '/readyz', 200);
  });

  test('stops the database of a killed server, where nothing else does', async () => {
    const dataDir = usedFolder();
    const tools = temporaryFolder();
    // `setpriv` ends the database together with its server; many systems lack it or the option.
    writeFileSync(join(tools, 'setpriv'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = { PATH: `${tools}:${process.env.PATH}` };
    const first = await startReady({ dataDir, env });
    const database = pidOfDatabase(dataDir);
    await query(dataDir, 'create table kept ()');
    first.child.kill('SIGKILL');
    await first.ended();
    expect(lives(database)).toBe(true);
    const second = await startReady({ dataDir, env });
    expect(lives(database)).toBe(false);
    expect(second.output()).toContain('Stopping the database that an earlier start left running.');
    await query(dataDir, 'table kept');
  });

  test('SIGTERM: a pending request is answered, new ones are not accepted, and the exit code is 0', async () => {
    const server = await startReady({ dataDir: usedFolder() });
    const { hostname, port } = new URL(server.address);
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'not the password' });
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    await once(socket, 'connect');
    const head = `POST /api/Directory/Login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    socket.write(`${head}\r\n${body.slice(0, 10)}`);
    // Makes sure that the request above has arrived.
    await expectStatus(server, '/readyz', 200);
    server.child.kill('SIGTERM');
    await refused(Number(port), hostname);
    socket.write(body.slice(10));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('"success":false');
    expect(await server.ended()).toBe(0);
  });

  test('a server whose log nobody reads any more works on, and ends on SIGTERM', async () => {
    const server = await startReady({ dataDir: usedFolder() });
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    for (let n = 0; n < 3; n++) await expectStatus(server, '/healthz', 200);
    expect((await fetch(`${server.address}/api/News/getNews`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
  });

  test('a start waits for a server that is stopping', async () => {
    const dataDir = usedFolder();
    const first = await startReady({ dataDir });
    first.child.kill('SIGTERM');
    const second = await startReady({ dataDir });
    expect(await first.ended()).toBe(0);
    await expectStatus(second, '/readyz', 200);
  });

  test('a first start that is killed while it creates the database does not prevent the next', async () => {
    const dataDir = temporaryFolder();
    const first = await begin({ dataDir });
    const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new'));
    while (!existsSync(join(dataDir, unfinished() ?? '', 'base'))) await sleep(5);
    killGroup(first, 'SIGKILL');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const second = await startReady({ dataDir });
    await expectStatus(second, '/readyz', 200);
    expect(unfinished()).toBeUndefined();
  });

  test('recovers by itself when its database is killed', async () => {
    const dataDir = usedFolder();
    const server = await startReady({ dataDir });
    const database = pidOfDatabase(dataDir);
    process.kill(database, 'SIGKILL');
    const ready = async () => (await fetch(`${server.address}/readyz`)).status === 200;
    while (pidOfDatabase(dataDir) === database || !(await ready())) await sleep(50);
    expect(server.child.exitCode).toBeNull();
    await query(dataDir, 'select 1');
  });
});

describe('the user it runs as', () => {
  test.runIf(isRoot)('root, where user namespaces are forbidden, and again where they are not', async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    writeFileSync(join(folder, 'unshare'), FORBIDDEN, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const first = await startReady({ dataDir, env });
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY);
    expect(uidOf(pidOfDatabase(dataDir))).toBe(NOBODY);
    await query(dataDir, 'create table kept ()');
    first.child.kill('SIGKILL');
    const second = await startReady({ dataDir, env });
    await query(dataDir, 'table kept');
    second.child.kill('SIGTERM');
    expect(await second.ended()).toBe(0);

    const third = await startReady({ dataDir });
    await query(dataDir, 'table kept');
    await expectStatus(third, '/readyz', 200);
  });

  test.runIf(isRoot)('root in a container: few capabilities, and no user namespaces', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'unshare'), FORBIDDEN, { mode: 0o755 });
    // The capabilities of root in usual container engines.
    const left =
      'chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod';
    const prefix = ['setpriv', `--bounding-set=-all,+${left.replaceAll(',', ',+')}`, '--'];
    const dataDir = join(folder, 'data');
    const server = await startReady({ dataDir, prefix, env: { PATH: `${folder}:${process.env.PATH}` } });
    expect(uidOf(pidOfDatabase(dataDir))).toBe(NOBODY);
    await expectStatus(server, '/readyz', 200);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
  });

  test.runIf(isRoot)("root, below a private folder of another user's", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o700);
    chownSync(folder, NOBODY, NOBODY);
    const dataDir = join(folder, 'data');
    const server = await startReady({ dataDir });
    await expectStatus(server, '/readyz', 200);
  });

  test.runIf(isRoot)('an ordinary user, below a private folder', async () => {
    const folder = temporaryFolder();
    const root = readableTree(folder);
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, NOBODY, NOBODY);
    chmodSync(folder, 0o755);
    const dataDir = join(home, 'data');
    const first = await startReady({ dataDir, uid: NOBODY, root });
    expect(uidOf(pidOfDatabase(dataDir))).toBe(NOBODY);
    first.child.kill('SIGKILL');
    const second = await startReady({ dataDir, uid: NOBODY, root });
    await expectStatus(second, '/readyz', 200);
  });

  test.runIf(isRoot)("an ordinary user is told so when the database is another user's", async () => {
    const folder = temporaryFolder();
    const root = readableTree(folder);
    chmodSync(folder, 0o755);
    const dataDir = usedFolder();
    chmodSync(dirname(dataDir), 0o755);
    const closed = await begin({ dataDir, uid: NOBODY, root });
    expect(await closed.ended()).toBe(1);
    expect(closed.output()).toContain(`The data folder ${dataDir} cannot be written to`);
    // Only the database still belongs to the other user.
    for (const path of [dataDir, join(dataDir, 'server.lock'), join(dataDir, 'server.pid')])
      chownSync(path, NOBODY, NOBODY);
    const open = await begin({ dataDir, uid: NOBODY, root });
    expect(await open.ended()).toBe(1);
    expect(open.output().trim()).toBe(
      `${join(dataDir, 'postgres')} belongs to another user (number 0); start as that user, or change its owner.`,
    );
  });
});

describe('other starts', () => {
  test.runIf(canMount)(
    'a full disk is named in one sentence, wherever the start gets to',
    { timeout: 180_000 },
    async () => {
      const disk = temporaryFolder();
      for (const size of ['1k', '8m', '45m']) {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
        try {
          const server = await begin({ dataDir: join(disk, 'data') });
          expect(await server.ended()).toBe(1);
          const text = server.output().replace('Creating the database.\n', '');
          expect(text).toMatch(/^The disk of \S+ is full: make room there, and start again\.\n$/);
        } finally {
          execFileSync('umount', ['-l', disk]);
        }
      }
    },
  );

  test('every wrong variable is listed, and nothing is created', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const server = await begin({ dataDir, env: { PORT: 'many', SMTP_URL: 'nowhere', DATABASE_URL: 'x' } });
    expect(await server.ended()).toBe(1);
    for (const name of ['PORT', 'SMTP_URL', 'DATABASE_URL']) expect(server.output()).toContain(`  ${name} must be`);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a taken port is refused in one sentence, before anything is created or printed', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dataDir = join(temporaryFolder(), 'data');
    const server = await begin({ dataDir, env: { PORT: String(port) } });
    expect(await server.ended()).toBe(1);
    expect(server.output().trim()).toBe(`Port ${port} on 127.0.0.1 is already in use; set PORT to a free one.`);
    expect(existsSync(dataDir)).toBe(false);
    other.close();
  });

  /** A database as documented: its owner is not a superuser, and the second role owns nothing. */
  async function withRoles(work: (as: (role: 'owner' | 'app') => string, name: string) => Promise<void>) {
    const { ownerConnection } = inject('postgres');
    const name = `start_${process.pid}`;
    await admin(`create role ${name}_owner login`);
    await admin(`create role ${name}_app login`);
    await admin(`create database ${name} owner ${name}_owner`);
    try {
      await work((role) => addressOf({ ...ownerConnection, user: `${name}_${role}`, database: name }), name);
    } finally {
      await admin(`drop database ${name} with (force)`);
      await admin(`drop role ${name}_owner, ${name}_app`);
    }
  }

  const admin = (text: string) => withClient(inject('postgres').ownerConnection, (client) => client.query(text));

  test('DATABASE_URL: two servers on one database and one data folder, without a database of their own', async () => {
    const dataDir = temporaryFolder();
    await withRoles(async (as, name) => {
      const whole = { DATABASE_URL: as('owner') };
      const divided = { DATABASE_URL: as('app'), DATABASE_OWNER_URL: as('owner') };
      const servers = await Promise.all([whole, divided].map((env) => begin({ dataDir, env })));
      for (const server of servers) {
        await server.ready();
        await expectStatus(server, '/readyz', 200);
      }
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      const roles = await admin(`select distinct usename from pg_stat_activity where datname = '${name}' order by 1`);
      expect(roles.rows.map((row) => row.usename)).toEqual([`${name}_app`, `${name}_owner`]);
      for (const server of servers) {
        server.child.kill('SIGTERM');
        expect(await server.ended()).toBe(0);
      }
    });
  });

  test('a server does not need the owner of the tables after they were migrated by it', async () => {
    const dataDir = temporaryFolder();
    await withRoles(async (as) => {
      const env = { DATABASE_URL: as('app') };
      const refuses = async () => {
        const server = await begin({ dataDir, env });
        expect(await server.ended()).toBe(1);
        expect(server.output()).toContain('The database of DATABASE_URL cannot be used: permission denied');
      };
      const migrateAsOwner = () =>
        runScript('migrate', [], { ...env, DATA_DIR: dataDir, DATABASE_OWNER_URL: as('owner') });
      await refuses();
      expect((await runScript('migrate', [], { ...env, DATA_DIR: dataDir })).code).toBe(1);
      const done = { code: 0, output: 'The tables are up to date.\n' };
      expect(await migrateAsOwner()).toEqual(done);
      const server = await startReady({ dataDir, env });
      await expectStatus(server, '/readyz', 200);
      expect(await migrateAsOwner()).toEqual(done);

      // Simulates a new migration that must not run beside older servers.
      const { at } = listMigrations(migrationsFolder).findLast(
        (migration) => needsBeside(migration) >= migration.number,
      )!;
      await withClient(as('owner'), (client) =>
        client.query(`delete from drizzle.__drizzle_migrations where created_at >= ${at}`),
      );
      await refuses();
      const early = await migrateAsOwner();
      expect([early.code, early.output]).toEqual([1, expect.stringContaining('Stop them first; nothing was changed.')]);
      server.child.kill('SIGTERM');
      expect(await server.ended()).toBe(0);
    });
  });

  test('a start warns of a key that other users of the machine can read, without showing it', async () => {
    const key = join(temporaryFolder(), 'files.key');
    writeFileSync(key, `${'A'.repeat(43)}=\n`, { mode: 0o644 });
    chmodSync(key, 0o644);
    // No database is needed, as the warning comes before.
    const env = { DATABASE_URL: 'postgresql://u@127.0.0.1:9/none', FILES_KEY: key };
    const start = async () => {
      const server = await begin({ dataDir: temporaryFolder(), env });
      await server.ended();
      return server.output();
    };
    const open = await start();
    expect(open).toContain('Other users of this machine may read what FILES_KEY names');
    expect(open).not.toContain(key);
    chmodSync(key, 0o600);
    expect(await start()).not.toContain('Other users');
  });

  test('a database of another encoding is refused in one sentence', async () => {
    const { ownerConnection } = inject('postgres');
    const name = `latin_${randomUUID().replaceAll('-', '')}`;
    const run = (text: string) => withClient(ownerConnection, (client) => client.query(text));
    await run(`create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`);
    try {
      const env = { DATABASE_URL: addressOf({ ...ownerConnection, database: name }) };
      const server = await begin({ dataDir: temporaryFolder(), env });
      expect(await server.ended()).toBe(1);
      expect(server.output()).toBe(
        `The database must have the encoding UTF8, and this one has SQL_ASCII: create it with encoding 'UTF8' template template0.\n`,
      );
    } finally {
      await run(`drop database ${name} with (force)`);
    }
  });

  test('a database without encryption, where it is demanded, is named in one sentence', async () => {
    const listener = createServer((socket) => socket.once('data', () => socket.end('N')));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const env = { DATABASE_URL: `postgresql://u:hush-hush@127.0.0.1:${port}/none?sslmode=require` };
    const server = await begin({ dataDir: temporaryFolder(), env });
    expect(await server.ended()).toBe(1);
    listener.close();
    expect(server.output()).toBe(
      'The database of DATABASE_URL does not answer: it offers no encryption, and sslmode demands it.\n',
    );
  });

  test('a database that does not answer is named as the cause', async () => {
    const env = { DATABASE_URL: 'postgresql://u:hush-hush@127.0.0.1:9/none' };
    const server = await begin({ dataDir: temporaryFolder(), env });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain('The database of DATABASE_URL does not answer');
    expect(server.output()).not.toContain('hush-hush');
  });

  test('a database that refuses the login is named too', async () => {
    const { ownerConnection } = inject('postgres');
    const address = addressOf({ ...ownerConnection, database: 'nowhere' });
    const stranger = await begin({ dataDir: temporaryFolder(), env: { DATABASE_URL: address } });
    expect(await stranger.ended()).toBe(1);
    expect(stranger.output()).toContain(
      'The database of DATABASE_URL cannot be used: database "nowhere" does not exist',
    );
  });
});

/** Resolves once the port refuses connections. */
async function refused(port: number, host: string): Promise<void> {
  for (;;) {
    const probe = connect(port, host);
    try {
      await once(probe, 'connect');
    } catch {
      return;
    } finally {
      probe.destroy();
    }
    await sleep(20);
  }
}

function uidOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** The project's folder, or a readable copy if other users may not read it. */
function readableTree(folder: string): string | undefined {
  const parts = process.cwd().split('/');
  const isOpen = parts.every(
    (_part, index) => (statSync(parts.slice(0, index + 1).join('/') || '/').mode & 0o005) === 5,
  );
  if (isOpen) return undefined;
  const root = join(folder, 'program');
  mkdirSync(root);
  for (const name of ['server', 'shared', 'languages', 'build', 'package.json', 'node_modules']) {
    if (!existsSync(name)) continue;
    // Linking takes a second, but works only within one file system.
    const linked = spawnSync('cp', ['-al', name, root]).status === 0;
    if (!linked) execFileSync('cp', ['-a', name, root]);
  }
  return root;
}
