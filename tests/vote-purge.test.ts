import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVoteKeys } from '#server/features/votes/keys.ts';
import { voteKeys, votes } from '#server/features/votes/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { runningDatabase } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { mail } from '#server/platform/mail/tables.ts';
import * as contract from '#shared/contracts/votes.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { fromWire } from '#shared/wire-names.ts';
import { confirmedToken, hashOfPassword, memberToken, newMember, password } from '#tests/logins.ts';
import { type ServerProcess, startServerProcess } from '#tests/server-process.ts';
import { newPaper } from '#tests/voter.ts';
import { eventually } from '#tests/wait.ts';

// What is left in the data folder of an election that has ended.

let dataDir: string;
let server: ServerProcess;
let database: Database;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-purge-'));
  await begin();
});
afterAll(async () => {
  await end();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function begin(): Promise<void> {
  server = await startServerProcess({ dataDir });
  await server.ready();
  database = openDatabase(runningDatabase(dataDir)!.ownerConnection, { poolSize: 3 });
}
async function end(): Promise<void> {
  await database.close();
  server.child.kill('SIGTERM');
  await server.ended();
}

async function send({ method, path, names }: AnyEndpoint, id: string, body: object, token?: string) {
  const response = await fetch(`${server.address}/api${path.replace('{id}', id)}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const sent = (await response.json()) as { vote: contract.Vote; blindSignature: string };
  const answer = fromWire(sent, names?.answer);
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

const who = { powers: ['votes' as const], lastLoginAt: new Date() };
async function freeze(): Promise<contract.Vote> {
  const [one, two] = [await confirmedToken({ database }, who), await confirmedToken({ database }, who)];
  const opens = Date.now() + 3_600_000;
  const { vote } = await send(
    contract.createVote,
    '',
    {
      title: 'Election',
      questions: [{ kind: 'office', title: 'President', options: [{ name: 'Asha Rao' }, { name: 'Bimal Sen' }] }],
      opensAt: new Date(opens).toISOString(),
      closesAt: new Date(opens + 3_600_000).toISOString(),
      withoutNotice: true,
    },
    one,
  );
  const proposed = await send(contract.proposeVote, vote.id, { what: 'freeze' }, one);
  return (await send(contract.agreeToVote, vote.id, { proposal: proposed.vote.proposal!.id }, two)).vote;
}

async function move(id: string, opensInMs: number, closesInMs: number): Promise<void> {
  const at = (ms: number) => new Date(Date.now() + ms);
  await database
    .update(votes)
    .set({ opensAt: at(opensInMs), closesAt: at(closesInMs) })
    .where(eq(votes.id, id));
  await database.execute(sql`select pg_notify('votes', '')`);
}
const rowOf = async (id: string) => (await database.select().from(votes).where(eq(votes.id, id)))[0]!;
const until = (id: string, isSo: (row: Awaited<ReturnType<typeof rowOf>>) => boolean, what: string) =>
  eventually(async () => isSo(await rowOf(id)), what, 60_000);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The names of those things of which a file holds something, and in how many files. */
async function found(things: Record<string, readonly Buffer[]>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const path of await filesBelow(dataDir)) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const [name, forms] of Object.entries(things)) {
      if (forms.some((form) => bytes.includes(form))) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

const spelled = (bytes: Buffer) => [
  bytes,
  Buffer.from(bytes.toString('base64url')),
  Buffer.from(bytes.toString('base64')),
  Buffer.from(bytes.toString('hex')),
];

test('nothing of a paper or a replaced ballot, no key, and no log from before is left after closing', async () => {
  const passwordHash = await hashOfPassword();
  const people = await Promise.all(
    Array.from({ length: 3 }, () => newMember({ database }, { state: 'Goa', passwordHash })),
  );
  const { id } = await freeze();
  await move(id, -1_000, 3_600_000);
  await until(id, ({ state }) => state === 'open', 'it opens');
  const token = await memberToken({ database }, people[0]!.id);
  const response = await fetch(`${server.address}/api/Votes/get/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { vote } = fromWire((await response.json()) as { vote: contract.Vote }, contract.getVote.names?.answer);
  const [q1] = vote.questions;

  const gone: Record<string, Buffer[]> = { 'the request for a paper': [], 'a replaced ballot': [] };
  const stays: Record<string, Buffer[]> = { box: [] };
  for (const person of people) {
    const paper = await newPaper(vote);
    const text = await memberToken({ database }, person.id);
    const { blindSignature } = await send(contract.takePaper, id, { password, blinded: paper.blinded }, text);
    await paper.finish(blindSignature);
    const bytes = Buffer.from(paper.blinded, 'base64url');
    gone['the request for a paper']!.push(
      ...spelled(bytes.subarray(24, 72)),
      ...spelled(createHash('sha256').update(bytes).digest()),
      ...spelled(Buffer.from(blindSignature, 'base64url').subarray(24, 72)),
    );
    const first = await paper.ballot({ [q1!.id]: [q1!.options[0]!.id] });
    await send(contract.castBallot, id, first);
    gone['a replaced ballot']!.push(...spelled(Buffer.from(first.ballotSignature, 'base64url')));
    const last = await paper.ballot({ [q1!.id]: [q1!.options[1]!.id] }, 2);
    await send(contract.castBallot, id, last);
    stays.box!.push(...spelled(Buffer.from(last.ballotSignature, 'base64url')));
  }
  const [key] = await database.select().from(voteKeys).where(eq(voteKeys.voteId, id));
  const keys = createVoteKeys({ dataDir });
  const [frozen] = await database.select({ paperHash: votes.paperHash }).from(votes).where(eq(votes.id, id));
  const secret = await keys.open(id, key!.sealed, frozen!.paperHash);
  const ownKey = (await keys.files.find(id))!.bytes;
  const clear = { 'the private key in the clear': spelled(secret.subarray(600, 696)) };
  gone['the encrypted private key'] = spelled(Buffer.from(key!.sealed, 'base64').subarray(600, 696));
  gone['the key of its file'] = spelled(ownKey);
  await eventually(
    async () => (await database.$count(mail, eq(mail.state, 'waiting'))) === 0,
    'all mails are written',
    60_000,
  );
  const papersIn = async () => {
    const texts = await Promise.all((await filesBelow(join(dataDir, 'outbox'))).map((path) => readFile(path, 'utf8')));
    return texts.filter((text) => text.includes('X-Mail-Kind: vote-paper')).length;
  };
  expect(await papersIn()).toBe(3);
  await database.execute(sql`analyze`);
  await database.execute(sql`checkpoint`);
  // The search finds what it looks for; the private key is in the clear nowhere.
  expect(Object.keys(await found(gone)).sort()).toEqual(Object.keys(gone).sort());
  expect(await found(clear)).toEqual({});

  await move(id, -7_200_000, -60_000);
  await until(id, ({ state }) => state === 'closed', 'it closes');
  const { closedAt } = await rowOf(id);
  await until(id, ({ purgedAt }) => purgedAt !== null, 'what is left is removed');
  expect(await found({ ...gone, ...clear })).toEqual({});
  // The box lies in its table alone.
  expect(await found(stays)).toEqual({ box: 1 });
  for (const path of await filesBelow(join(dataDir, 'postgres', 'pg_wal'))) {
    expect((await stat(path)).mtimeMs).toBeGreaterThanOrEqual(closedAt!.getTime());
  }
  expect(await papersIn()).toBe(0);
  const rows = await database.select().from(mail).where(eq(mail.kind, 'vote-paper'));
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).toMatchObject({ recipient: '', memberId: null, data: {}, state: 'sent', startedAt: null });
    for (const moment of [row.createdAt, row.nextAttemptAt, row.sentAt!]) {
      expect(moment.toISOString()).toMatch(/T18:30:00\.000Z$/);
    }
  }
  // As the database's own cleaning does later.
  await database.execute(sql`vacuum (analyze)`);
  await database.execute(sql`checkpoint`);
  expect(await found({ ...gone, ...clear })).toEqual({});
  expect(await found(stays)).toEqual({ box: 1 });
});

test('a lost key of an open vote: nobody gets a paper, the office is told once; a start sweeps files of ended votes', async () => {
  const { id } = await freeze();
  await move(id, -1_000, 3_600_000);
  await until(id, ({ state }) => state === 'open', 'it opens');
  const { files } = createVoteKeys({ dataDir });
  expect(await files.list()).toEqual([id]);
  await end();
  await files.destroy(id);
  const stale = '00000000-0000-4000-8000-000000000000';
  await files.take(stale);
  await begin();
  await until(id, ({ heldTold }) => heldTold !== null, 'the office is told');
  expect((await rowOf(id)).state).toBe('open');
  await eventually(async () => !(await files.list()).includes(stale), 'it is swept', 30_000);
  const values = await database.select().from(mail).where(eq(mail.kind, 'vote-held'));
  expect(new Set(values.map(({ recipient }) => recipient)).size).toBe(values.length);
  expect(values[0]!.data.reason).toContain('private key is lost');
  const [member] = await database
    .execute<{ id: string }>(sql`select member_id as id from vote_roll limit 1`)
    .then(({ rows }) => rows);
  const response = await fetch(`${server.address}/api/Votes/paper/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await memberToken({ database }, member!.id)}`,
    },
    body: JSON.stringify({ password, blinded: Buffer.alloc(384, 1).toString('base64url') }),
  });
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining('The key of this vote is lost'),
  ]);
});
