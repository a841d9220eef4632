import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#server/features/imports/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts, receiptYears } from '#server/features/receipts/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { pictureFile } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';
import { startWork, type Work } from './clients.ts';
import { databaseProcess, killProcess, type OneServer, startOneServer } from './servers.ts';
import { figure, isLong, seed, size } from './size.ts';

// A server with its own database, either of which is killed again and again in the middle of registrations, uploads,
// payments, imports and mails.

const atOnce = 5;
const kinds = ['server', 'postmaster', 'backend', 'both'] as const;
type Kill = (typeof kinds)[number];

let peer: SmtpPeer;
let site: OneServer;

beforeAll(async () => {
  peer = await startSmtpPeer();
  site = await startOneServer({ SMTP_URL: peer.url, TRUST_PROXY: 'loopback' });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await peer.close();
});

/** Kills a database process that serves the server, which makes PostgreSQL restart all others. */
async function killBackend(): Promise<void> {
  const pid = await site
    .withDatabase(async (database) => {
      const { rows } = await database.execute<{ pid: number }>(sql`select pid from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by state, random() limit 1`);
      return rows[0]?.pid;
    })
    .catch(() => undefined);
  killProcess(pid);
}

async function kill(what: Kill): Promise<void> {
  if (what === 'backend') await killBackend();
  else if (what === 'postmaster' || what === 'both') killProcess(databaseProcess(site.dataDir));
  if (what === 'server' || what === 'both') await site.restart();
  await eventually(site.isReady, `it serves again after the kill of ${what}`, 60_000);
}

async function filesOnDisk(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Expects a file for each row, and a row for each file. */
async function expectFilesWhole(database: Database): Promise<number> {
  const isTidy = async () => (await database.$count(files, ne(files.state, 'attached'))) === 0;
  await eventually(isTidy, 'left-over files swept', 60_000);
  const values = (await database.select({ key: files.key }).from(files)).map(({ key }) => key).sort();
  const { rows } = await database.execute<{ key: string }>(sql`
    select unnest(array[document_file, picture_file]) as key from members
    union select proof_file from payments union select file from imports`);
  expect(
    rows
      .map(({ key }) => key)
      .filter((key) => key !== null)
      .sort(),
  ).toEqual(values);
  expect((await filesOnDisk(join(site.dataDir, 'files'))).sort()).toEqual(values);
  expect(await filesOnDisk(join(site.dataDir, 'uploads'))).toEqual([]);
  return values.length;
}

/** Expects everything acknowledged exactly once. */
async function expectPeopleWhole(database: Database, { registered }: Work, token: string): Promise<void> {
  const rows = new Map((await database.select().from(members)).map((row) => [row.id, row]));
  expect(new Set([...rows.values()].map(({ email }) => email)).size).toBe(rows.size);
  const owed = new Map((await database.select().from(payments)).map((payment) => [payment.memberId, payment]));
  for (const { id, reference, email, utr, received } of registered) {
    expect(rows.get(id)).toMatchObject({ reference, email });
    if (utr) expect(owed.get(id)).toMatchObject({ utr });
    if (received) expect(owed.get(id)?.state).toBe('received');
  }
  // All in the short form, only the last ones in the long one, as files were compared above.
  for (const { id, hash } of registered.slice(-40)) {
    const scan = await fetch(`${site.address()}/api/Directory/document/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(
      createHash('sha256')
        .update(await scan.bytes())
        .digest('hex'),
    ).toBe(hash);
  }
}

async function expectReceiptsWhole(database: Database): Promise<number> {
  const all = await database.select().from(receipts);
  for (const { year, last } of await database.select().from(receiptYears)) {
    const numbers = all.filter((receipt) => receipt.year === year).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  }
  const received = await database.select({ id: payments.id }).from(payments).where(eq(payments.state, 'received'));
  const paid = new Set(received.map(({ id }) => id));
  const receipted = all.map(({ paymentId }) => paymentId);
  expect(new Set(receipted).size).toBe(receipted.length);
  expect(receipted.filter((id) => !paid.has(id))).toEqual([]);
  return all.length;
}

async function expectImportsWhole(database: Database, { imported }: Work): Promise<void> {
  const committed = imported.filter((each) => each.committed);
  if (imported.length === 0) return;
  const ids = imported.map(({ id }) => id);
  const stateOf = async () => database.select().from(imports).where(inArray(imports.id, ids));
  await eventually(
    async () => (await stateOf()).every(({ state }) => state === 'ready' || state === 'done'),
    'lists read, and what was begun ended',
    120_000,
  );
  const records = new Map((await stateOf()).map((record) => [record.id, record]));
  expect(records.size).toBe(imported.length);
  for (const { id, rows } of committed) {
    expect(records.get(id)).toMatchObject({
      state: 'done',
      result: { created: rows, completed: 0, skipped: 0, left: 0 },
    });
  }
}

async function expectMailsSent(database: Database): Promise<{ queued: number; twice: number }> {
  const settled = async () => {
    // Mails that killed processes had claimed are retried later: make that now.
    await database.update(mail).set({ nextAttemptAt: sql`now()` }).where(eq(mail.state, 'waiting'));
    await database.execute(sql`select pg_notify('mail', '')`);
    return (await database.$count(mail, ne(mail.state, 'sent'))) === 0;
  };
  await eventually(settled, 'all mails are sent', 120_000);
  const sent = await database.select({ kind: mail.kind, to: mail.recipient }).from(mail);
  const count = (list: { kind: string; to: string }[]) => {
    const byKey = new Map<string, number>();
    for (const { kind, to } of list) byKey.set(`${kind} ${to}`, (byKey.get(`${kind} ${to}`) ?? 0) + 1);
    return byKey;
  };
  const arrived = count(peer.received);
  const missing = [...count(sent)].filter(([key, times]) => (arrived.get(key) ?? 0) < times);
  expect(missing).toEqual([]);
  return { queued: sent.length, twice: peer.received.length - sent.length };
}

test('whatever is killed, nothing acknowledged is lost or duplicated', async () => {
  const servers = size(2, 200);
  const databases = Math.max(2, Math.round(servers / 4));
  const some = (count: number, what: Kill) => Array.from({ length: count }, () => what);
  const plan: Kill[] = [
    ...some(servers - Math.ceil(databases / 5), 'server'),
    ...some(Math.ceil(databases / 5), 'both'),
    ...some(Math.ceil(databases * 0.4), 'postmaster'),
    ...some(Math.floor(databases * 0.4), 'backend'),
  ];
  const [order] = fc.sample(fc.shuffledSubarray(plan, { minLength: plan.length, maxLength: plan.length }), {
    seed,
    numRuns: 1,
  });
  figure(`${plan.length} kills, ${servers} of the server and ${databases} of the database, seed ${seed}`);
  const began = performance.now();
  const token = await site.withDatabase((database) => adminToken({ database }));
  const { work, more } = startWork({ token, address: site.address, picture: await pictureFile() });
  let over = false;
  const worker = async () => {
    while (!over) {
      const cut = work.cut;
      await more();
      // The server is down: do not call a thousand times a second.
      if (work.cut > cut) await eventually(() => over || site.isReady(), 'somebody answers', 90_000);
    }
  };
  const working = Promise.all(Array.from({ length: atOnce }, worker));
  try {
    for (const [number, what] of order!.entries()) {
      const until = work.acknowledged + 2 + (number % 7);
      await eventually(() => work.acknowledged >= until, 'some more is acknowledged', 60_000);
      await kill(what);
      if (isLong && number % 25 === 24)
        figure(`${number + 1} kills, ${work.acknowledged} acknowledged, ${work.cut} cut`);
    }
  } finally {
    over = true;
    await working;
  }
  expect(work.wrong).toEqual([]);
  // The clean-up runs when the server starts.
  await site.restart();
  await site.withDatabase(async (database) => {
    await expectImportsWhole(database, work);
    const count = await expectFilesWhole(database);
    await expectPeopleWhole(database, work, token);
    const issued = await expectReceiptsWhole(database);
    const { queued, twice } = await expectMailsSent(database);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    figure(
      `${work.acknowledged} acknowledged, ${work.cut} cut; ${work.registered.length} registrations, ${work.imported.length} lists`,
    );
    figure(
      `all there: ${count} files, ${issued} receipts, ${queued} mails, of which ${twice} came twice; ${seconds} s`,
    );
  });
}, 3_600_000);
