import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { createTestDatabase, formOf } from '../tests/app.ts';
import { anyPicture, newsFactory } from '../tests/factories/content.ts';
import { csvFile, listRow } from '../tests/factories/lists.ts';
import { pictureFile, registrationBody, scannedId } from '../tests/factories/members.ts';
import { freePort } from '../tests/free-port.ts';
import { adminToken } from '../tests/logins.ts';
import { type ServerProcess, startServerProcess } from '../tests/server-process.ts';
import { eventually } from '../tests/wait.ts';

// With pgbouncer in transaction mode each transaction may have another connection: two servers share four of them.

const isInstalled =
  spawnSync('pgbouncer', ['--version'], { env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status === 0;

describe.skipIf(!isInstalled)('behind pgbouncer (where it is installed)', () => {
  let folder: string;
  let pooler: ChildProcess;
  let database: Database;
  let servers: ServerProcess[];
  let authorization: string;
  const cleanUps: (() => unknown)[] = [];

  beforeAll(async () => {
    const { connection, ownerConnection, env, drop } = await createTestDatabase();
    cleanUps.push(drop);
    folder = await mkdtemp(join(tmpdir(), 'association-pooler-'));
    await chmod(folder, 0o755);
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${inject('postgres').connection.host} port=${connection.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 4
`,
    );
    await writeFile(join(folder, 'users.txt'), `"${connection.user}" ""\n`);
    // Like PostgreSQL, it refuses to run as root.
    const prefix = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--'] : [];
    const [program = '', ...args] = [...prefix, 'pgbouncer', join(folder, 'pgbouncer.ini')];
    pooler = spawn(program, args, { stdio: 'ignore', env: { PATH: `${process.env.PATH}:/usr/sbin` } });
    cleanUps.push(async () => {
      pooler.kill('SIGINT');
      if (pooler.exitCode === null) await once(pooler, 'exit');
    });
    const isOpen = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket.end() !== undefined));
        socket.on('error', () => resolve(false));
      });
    await eventually(isOpen, 'pgbouncer listens');
    database = openDatabase(ownerConnection);
    cleanUps.push(() => database.close());
    const start = async () => {
      const server = await startServerProcess({
        dataDir: join(folder, 'data'),
        env: {
          DATABASE_URL: `postgresql://${connection.user}@127.0.0.1:${port}/${connection.database}`,
          DATABASE_DIRECT_URL: env.DATABASE_URL,
          DATABASE_OWNER_URL: env.DATABASE_OWNER_URL,
        },
      });
      await server.ready();
      cleanUps.push(async () => {
        server.child.kill('SIGTERM');
        await server.ended();
      });
      return server;
    };
    servers = [await start(), await start()];
    authorization = `Bearer ${await adminToken({ database })}`;
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  const call = async (number: number, method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${servers[number % 2]!.address}/api${path}`, { method, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const form = (body: object, files: Parameters<typeof formOf>[2]) => {
    const { type, bytes } = formOf(registerMember, body, files);
    return { headers: { 'content-type': type, authorization }, body: new Uint8Array(bytes) };
  };

  test('more simultaneous calls than connections are answered', async () => {
    const calls = Array.from({ length: 60 }, (_, number) =>
      call(number, 'GET', '/Directory/getbyStatus?status=New&page=1', { headers: { authorization } }).catch(
        (error: Error) => error.message,
      ),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => typeof answer === 'string')).toEqual([]);
  });

  test('registrations, mails, jobs and notifications work', async () => {
    const picture = await pictureFile();
    await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        call(number, 'POST', '/Directory/Create', form(registrationBody(), { document: scannedId(), picture })),
      ),
    );
    expect(await database.$count(members)).toBe(6);
    await eventually(
      async () => (await database.$count(mail)) > 0 && (await database.$count(mail, eq(mail.state, 'waiting'))) === 0,
      'the mails are sent',
    );
    const { import: list } = await call(
      0,
      'POST',
      '/Import/upload',
      form({}, { file: csvFile([listRow(), listRow()]) }),
    );
    await eventually(
      async () => (await database.$count(jobs)) > 0 && (await database.$count(jobs, eq(jobs.state, 'running'))) === 0,
      'the list is read',
    );
    expect(list._id).toMatch(/^[0-9a-f-]{36}$/);

    const { id, version } = await newsFactory({ database }, { title: 'Before the change', picture: anyPicture });
    const seen = (number: number) => fetch(`${servers[number]!.address}/news`).then((answer) => answer.text());
    expect(await seen(1)).toContain('Before the change');
    await call(0, 'PATCH', `/News/toggleStatus/${id}?version=${version}`, { headers: { authorization } });
    await eventually(async () => !(await seen(1)).includes('Before the change'), 'the other server drops its page');
  });
});
