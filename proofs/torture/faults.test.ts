import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { addressOf, type EmbeddedDatabase, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import * as sessionCalls from '#shared/contracts/sessions.ts';
import { openTestApp } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';
import { type S3Peer, startS3Peer } from '#tests/s3.ts';
import { type ServerProcess, startServerProcess } from '#tests/server-process.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';
import { visit } from '../attacks/visitors.ts';
import { startWork } from './clients.ts';
import { figure, isLong } from './size.ts';

// Each dependency of the server fails in turn while people use the site. They are told to try again, acknowledged work stays, and
// everything continues by itself afterwards.

const seconds = (long: number) => (isLong ? long : 1);
/** The longest wait for an answer: the timeout of a store is twenty seconds, that of a frozen database below ten. */
const longestWaitMs = 45_000;

const folders: string[] = [];
let disk: string | null = null;
let databaseFolder: string;
let postgres: EmbeddedDatabase;
let smtp: SmtpPeer;
let store: S3Peer;
let server: ServerProcess;
let work: ReturnType<typeof startWork>;

async function folder(name: string): Promise<string> {
  const text = await mkdtemp(join(tmpdir(), `association-${name}-`));
  folders.push(text);
  return text;
}

/** Mounts a small disk for uploads; null if this user may not. */
function mountSmallDisk(place: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', place], { stdio: 'ignore' });
    return place;
  } catch {
    return null;
  }
}

const startDatabase = () => startEmbeddedDatabase({ dataDir: databaseFolder, log: () => {} });

beforeAll(async () => {
  databaseFolder = await folder('faults-database');
  const place = await folder('faults-data');
  disk = mountSmallDisk(place);
  const dataDir = join(place, 'data');
  await mkdir(dataDir);
  postgres = await startDatabase();
  smtp = await startSmtpPeer();
  store = await startS3Peer();
  server = await startServerProcess({
    dataDir,
    env: {
      DATABASE_URL: addressOf(postgres.connection),
      DATABASE_OWNER_URL: addressOf(postgres.ownerConnection),
      SMTP_URL: smtp.url,
      STORAGE_URL: store.url,
      TRUST_PROXY: 'loopback',
    },
  });
  await server.ready();
  const token = await withDatabase((database) => adminToken({ database }));
  work = startWork({ token, address: () => server.address, picture: await pictureFile() });
});
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended();
  await Promise.all([smtp?.close(), store?.close(), postgres?.stop()]);
  if (disk) execFileSync('umount', ['-l', disk]);
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

async function withDatabase<T>(todo: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const database = openDatabase(postgres.ownerConnection, { poolSize: 2 });
  try {
    return await todo(database);
  } finally {
    await database.close();
  }
}

/** Signals all processes of the database. */
function signalDatabase(signal: NodeJS.Signals): void {
  const first = Number(readFileSync(join(databaseFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const pairs = all.map((line) => line.trim().split(/\s+/).map(Number));
  const children = pairs.filter(([, parent]) => parent === first).map(([pid]) => pid!);
  for (const pid of [first, ...children]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended.
    }
  }
}

const filler = () => join(disk!, 'filler');
let release = () => {};

interface Fault {
  name: string;
  seconds: number;
  begin: () => Promise<unknown> | unknown;
  end: () => Promise<unknown> | unknown;
  /** The longest wait, if not `longestWaitMs`. */
  longestWaitMs?: number;
  /** People must not notice the fault. */
  unseen?: true;
  /** Takes half a minute because of a timeout. */
  longOnly?: true;
  /** @returns why the fault is skipped on this machine */
  skip?: () => string | undefined;
}

const faults: Fault[] = [
  {
    name: 'the mail server refuses',
    seconds: 15,
    unseen: true,
    begin: () => {
      smtp.behaviour = { sender: () => ({ code: 451, message: 'try again later' }) };
    },
    end: () => {
      smtp.behaviour = {};
    },
  },
  {
    name: 'the mail server is slow',
    seconds: 15,
    unseen: true,
    begin: () => {
      const held = new Promise<undefined>((resolve) => {
        release = () => resolve(undefined);
      });
      smtp.behaviour = { data: () => held };
    },
    end: () => {
      smtp.behaviour = {};
      release();
    },
  },
  {
    name: 'the mail server is down',
    seconds: 15,
    unseen: true,
    begin: () => smtp.close(),
    end: async () => {
      const { port, received } = smtp;
      smtp = await startSmtpPeer({}, port);
      smtp.received.unshift(...received);
    },
  },
  {
    name: 'the database is gone',
    seconds: 60,
    begin: () => postgres.stop(),
    end: async () => {
      postgres = await startDatabase();
    },
  },
  {
    name: 'the database is frozen',
    seconds: 30,
    longestWaitMs: 15_000,
    begin: () => signalDatabase('SIGSTOP'),
    end: () => signalDatabase('SIGCONT'),
  },
  {
    name: 'the database dies and is started again',
    seconds: 10,
    begin: () => signalDatabase('SIGKILL'),
    end: () => {},
  },
  {
    name: 'the store of files cannot be reached',
    seconds: 20,
    begin: () => store.close(),
    end: async () => {
      store = await startS3Peer(Number(new URL(store.url).port), store.objects);
    },
  },
  {
    name: 'the store of files does not answer',
    seconds: 30,
    longOnly: true,
    begin: () => {
      store.hangs = true;
    },
    end: () => {
      store.hangs = false;
    },
  },
  {
    name: 'the store of files answers 500',
    seconds: 20,
    begin: () => store.failures.push(...Array.from({ length: 100_000 }, () => 500)),
    end: () => store.failures.splice(0),
  },
  {
    name: 'the disk is full',
    seconds: 10,
    skip: () => (disk === null ? 'only root may mount a small disk' : undefined),
    begin: () => {
      try {
        writeFileSync(filler(), Buffer.alloc(32 * 1024 * 1024));
      } catch {
        // The disk is full, as intended.
      }
    },
    end: () => rmSync(filler()),
  },
];

const isReady = () =>
  fetch(`${server.address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Waits until all queued mails are sent; the short form makes waiting retries due at once. */
async function mailsAreSent(): Promise<void> {
  await withDatabase((database) =>
    eventually(
      async () => {
        if (!isLong) {
          await database.update(mail).set({ nextAttemptAt: sql`now()` }).where(eq(mail.state, 'waiting'));
          await database.execute(sql`select pg_notify('mail', '')`);
        }
        return (await database.$count(mail, ne(mail.state, 'sent'))) === 0;
      },
      'all mails are sent',
      420_000,
    ),
  );
}

test.each(faults.filter(({ longOnly }) => isLong || !longOnly))(
  '$name',
  async ({ name, seconds: long, begin, end, unseen, skip, longestWaitMs: longestWait = longestWaitMs }) => {
    const reason = skip?.();
    if (reason) {
      process.stdout.write(`  left out: ${name}: ${reason}\n`);
      return;
    }
    await eventually(isReady, 'everything is well before', 60_000);
    const before = { acknowledged: work.work.acknowledged, cut: work.work.cut };
    const over = new AbortController();
    let slowest = 0;
    const worker = async () => {
      while (!over.signal.aborted) {
        const began = performance.now();
        await work.more();
        slowest = Math.max(slowest, performance.now() - began);
        await sleep(50);
      }
    };
    await begin();
    const working = Promise.all([worker(), worker(), worker(), visit({ address: server.address, over: over.signal })]);
    let back: number;
    try {
      await sleep(seconds(long) * 1_000);
    } finally {
      await end();
      back = performance.now();
    }
    await eventually(isReady, 'everything is well again, by itself', 60_000);
    const recovered = performance.now() - back;
    over.abort();
    const [, , , visits] = await working;
    const { acknowledged, cut } = work.work;
    // The work continues.
    await eventually(
      async () => {
        await work.more();
        return work.work.acknowledged > acknowledged;
      },
      'something is acknowledged again',
      60_000,
    );
    figure(
      `${name}, ${seconds(long)} s: ${acknowledged - before.acknowledged} acknowledged, ${cut - before.cut} told to try again; ` +
        `slowest ${Math.round(slowest)} ms, pages ${JSON.stringify(visits!.answers)}, well again after ${Math.round(recovered)} ms`,
    );
    // Errors of one fault must not count towards the next.
    expect(work.work.wrong.splice(0)).toEqual([]);
    expect(Object.keys(visits!.answers).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    if (unseen) expect([cut - before.cut, visits!.answers['503'] ?? 0]).toEqual([0, 0]);
    if (isLong) expect(Math.max(slowest, visits!.slowest)).toBeLessThan(longestWait);
    expect(server.child.exitCode).toBeNull();
  },
  600_000,
);

test('after all faults nothing acknowledged is missing', async () => {
  await withDatabase(async (database) => {
    const rows = new Map((await database.select().from(members)).map((row) => [row.id, row]));
    const { registered } = work.work;
    for (const { id, reference, email, utr } of registered) {
      expect(rows.get(id)).toMatchObject({ reference, email, ...(utr && { utr }) });
      for (const key of [rows.get(id)!.documentFile, rows.get(id)!.pictureFile]) {
        expect([...store.objects.keys()].some((path) => path.endsWith(`/${key}`))).toBe(true);
      }
    }
    const began = performance.now();
    await mailsAreSent();
    const waited = Math.round((performance.now() - began) / 1_000);
    const queued = await database.$count(mail);
    figure(
      `${registered.length} registrations with their files, ${queued} mails queued and sent, the last ${waited} s later`,
    );
    expect(smtp.received.length).toBeGreaterThanOrEqual(queued);
  });
}, 600_000);

test('jumping clocks end sessions on time, and nothing else', async () => {
  const site = await openTestApp();
  try {
    const hour = 3_600_000;
    const token = await adminToken(site);
    const jumps: [string, number][] = [
      ['an hour ahead', hour],
      ['an hour back', -hour],
      ['a year ahead', 365 * 24 * hour],
      ['a year back', -365 * 24 * hour],
    ];
    for (const [name, by] of jumps) {
      clock.set(new Date(Date.now() + by));
      const files = { document: scannedId(name), picture: await pictureFile() };
      const { directory } = await site.ok(registerMember, { body: registrationBody(), files });
      const [row] = await site.database.select().from(members).where(eq(members.id, directory.id));
      expect(Math.abs(row!.createdAt.getTime() - clock.ms())).toBeLessThan(5 * 60_000);
      const { status } = await site.call(sessionCalls.getSession, {}, { token });
      const fresh = await site.call(sessionCalls.getSession, {}, { token: await adminToken(site) });
      figure(`${name}: the login from before ${status}, one from now ${fresh.status}, a registration is taken`);
      if (by > hour) expect(status).toBe(401);
      expect(fresh.status).toBe(200);
    }
  } finally {
    clock.set(new Date());
    await site.close();
  }
});
