import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { paperHashOf } from '#server/features/votes/genuine.ts';
import { createVoteKeys } from '#server/features/votes/keys.ts';
import { ballots, voteKeys, votes } from '#server/features/votes/tables.ts';
import * as contract from '#shared/contracts/votes.ts';
import { startTestApp } from '#tests/app.ts';
import { electionOffice } from '#tests/election-office.ts';
import type { TestPaper } from '#tests/voter.ts';

// What somebody who writes to the database can do about a vote, and who sees it.

const site = await startTestApp({ TEST_CLOCK: '2026-11-23T10:00:00+05:30' });
const { tokenOf, voters, opened, take, get, close } = electionOffice(site);

type Row = typeof votes.$inferSelect;
type Line = { message: string; key: string; signature: string; counter: number };

const questions = [
  {
    kind: 'office',
    title: 'President',
    seats: 1,
    none: true,
    options: ['Asha Rao', 'Bimal Sen', 'Chitra Nair'].map((name) => ({ name })),
  },
  { kind: 'office', title: 'Treasurer', seats: 1, options: [{ name: 'Dev Naik' }] },
  { kind: 'resolution', title: 'Resolution 1', text: 'The fee becomes Rs 1,200.', majority: 'twoThirds' },
];

const rowOf = async (id: string): Promise<Row> =>
  (await site.database.select().from(votes).where(eq(votes.id, id)))[0]!;

async function boxOf(id: string): Promise<string> {
  const answer = await site.call(contract.voteBox, { params: { id } }, { token: await tokenOf('first') });
  expect(answer.status).toBe(200);
  return answer.raw.toString();
}

async function counted(box: string) {
  const file = join(site.config.dataDir, 'box.ndjson');
  await writeFile(file, box);
  // `server/features/votes/votes.test.ts` runs it as a command; a thread starts in a fifth of the time.
  const script = new Worker(new URL('../scripts/count-votes.mjs', import.meta.url), {
    argv: [file],
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const [said, errors, [status]] = await Promise.all([text(script.stdout), text(script.stderr), once(script, 'exit')]);
  expect(errors).toBe('');
  return { isFine: status === 0, said, genuine: Number(/Genuine ballots\s+(\d+)/.exec(said)![1]) };
}

let vote: contract.Vote;
let papers: TestPaper[];
let before: Row;

beforeAll(async () => {
  const people = await voters('Goa', 3);
  vote = await opened('Goa', { questions, quorumPercent: 20 });
  papers = [];
  const [q1, , q3] = vote.questions;
  for (const [index, { id }] of people.entries()) {
    const { paper } = await take(vote, id);
    const choices = { [q1!.id]: [q1!.options[index === 0 ? 0 : 1]!.id], [q3!.id]: ['for'] };
    await site.ok(contract.castBallot, { params: { id: vote.id }, body: await paper.ballot(choices) });
    papers.push(paper);
  }
  await close(vote.id);
  before = await rowOf(vote.id);
});

test('the hash of the paper stands wherever voters can compare it', async () => {
  const params = { id: vote.id };
  const shown = await get(vote.id);
  expect(shown.paperHash).toMatch(/^[0-9a-f]{64}$/);
  expect(shown.paperHash).toBe(paperHashOf(before));
  const { data } = await site.ok(contract.voteResults, { params }, { token: await tokenOf('first') });
  expect(data.paperHash).toBe(shown.paperHash);
  const [head] = (await boxOf(vote.id)).split('\n');
  expect(JSON.parse(head!)).toMatchObject({
    paperHash: shown.paperHash,
    title: 'Election',
    quorumPercent: 20,
    ballots: 3,
  });
  const { isFine, said, genuine } = await counted(await boxOf(vote.id));
  expect([isFine, genuine]).toEqual([true, 3]);
  expect(said).toContain(shown.paperHash);
});

type Change = (row: Row) => Partial<Row>;
const onQuestion =
  (index: number, change: (question: Row['questions'][number]) => object): Change =>
  ({ questions: all }) => ({ questions: all.map((each, at) => (at === index ? { ...each, ...change(each) } : each)) });
const swapped = <T>([first, second, ...rest]: T[]) => [second!, first!, ...rest];
const swaps: Record<string, Change> = {
  'the names of two candidates': onQuestion(0, ({ options: [a, b, ...rest] }) => ({
    options: [{ ...a, name: b!.name }, { ...b, name: a!.name }, ...rest],
  })),
  'the ids of two candidates': onQuestion(0, ({ options: [a, b, ...rest] }) => ({
    options: [{ ...a, id: b!.id }, { ...b, id: a!.id }, ...rest],
  })),
  'one letter of a name': onQuestion(0, ({ options: [a, ...rest] }) => ({
    options: [{ ...a, name: 'Asha Rau' }, ...rest],
  })),
  'the order of candidates': onQuestion(0, ({ options }) => ({ options: swapped(options) })),
  'one candidate more': onQuestion(0, ({ options }) => ({ options: [...options, { ...options[0]!, id: 'cx' }] })),
  'one candidate less': onQuestion(0, ({ options }) => ({ options: options.slice(0, 2) })),
  'who is unopposed': onQuestion(1, ({ options: [a] }) => ({ options: [{ ...a, name: 'Esha Menon' }] })),
  'the title of a question': onQuestion(0, () => ({ title: 'Treasurer' })),
  'the text of a resolution': onQuestion(2, () => ({ text: 'The fee becomes Rs 2,100.' })),
  'the majority': onQuestion(2, () => ({ majority: 'simple' })),
  'the seats': onQuestion(0, () => ({ seats: 2 })),
  'None of these': onQuestion(0, () => ({ none: false })),
  'the names of For and Against': onQuestion(2, ({ options: [a, b, c] }) => ({
    options: [{ ...a, name: b!.name }, { ...b, name: a!.name }, c],
  })),
  'the order of questions': ({ questions: all }) => ({ questions: swapped(all) }),
  'the title of the vote': () => ({ title: 'Election 2026' }),
  'the quorum': () => ({ quorumPercent: 0 }),
};

test.each(Object.entries(swaps))('swapped in the database: %s', async (_what, change) => {
  const changed = change(before);
  for (const paperHash of [before.paperHash, paperHashOf({ ...before, ...changed })]) {
    await site.database
      .update(votes)
      .set({ ...changed, paperHash })
      .where(eq(votes.id, vote.id));
    const { isFine, said, genuine } = await counted(await boxOf(vote.id));
    expect([isFine, genuine]).toEqual([false, 0]);
    expect(said).toContain('has not signed these choices on this paper');
    expect(said.includes('The first line says another hash')).toBe(paperHash === before.paperHash);
    // It is not the hash that voters were told of, either.
    expect(/SHA-256 of the paper (\w+)/.exec(said)![1]).not.toBe(before.paperHash);
  }
  await site.database.update(votes).set(before).where(eq(votes.id, vote.id));
});

test('without the hash in its first line no ballot is genuine', async () => {
  await site.database.update(votes).set({ paperHash: null }).where(eq(votes.id, vote.id));
  const { isFine, said, genuine } = await counted(await boxOf(vote.id));
  expect([isFine, genuine]).toEqual([false, 0]);
  expect(said).toContain('The first line has no hash of the paper');
  await site.database.update(votes).set(before).where(eq(votes.id, vote.id));
});

test('a paper counts once, and in one spelling of its bytes', async () => {
  const [head, ...lines] = (await boxOf(vote.id)).trimEnd().split('\n') as [string, ...string[]];
  const line = JSON.parse(lines[0]!) as Line;
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  /** The same bytes with other bits after their end. */
  const respelled = (text: string) => text.slice(0, -1) + digits[digits.indexOf(text.at(-1)!) ^ 1];
  expect(Buffer.from(respelled(line.message), 'base64url').equals(Buffer.from(line.message, 'base64url'))).toBe(true);
  const withBlanks = `${line.message.slice(0, 20)} ${line.message.slice(20)}`;
  for (const other of [
    { ...line, message: respelled(line.message) },
    { ...line, message: `${line.message}==` },
    { ...line, message: withBlanks },
    { ...line, message: [line.message] },
    { ...line, key: `${line.key}=` },
    { ...line, signature: `${line.signature.replaceAll('-', '+')}=` },
    { ...line, counter: String(line.counter) },
    line,
  ]) {
    const { isFine, genuine } = await counted([head, ...lines, JSON.stringify(other), ''].join('\n'));
    expect([isFine, genuine]).toEqual([false, 3]);
  }
});

test('cast: another spelling, the form of before, and the hash of another vote are not genuine', async () => {
  const [one] = await voters('Kerala', 1);
  const open = await opened('Kerala', { questions });
  const params = { id: open.id };
  const { paper } = await take(open, one!.id);
  const codeOf = async (body: object) =>
    ((await site.call(contract.castBallot, { params, body })).body as { code?: string }).code;
  const result = await paper.ballot({});
  for (const body of [
    await paper.ballot({}, 1, open.id, null),
    await paper.ballot({}, 1, open.id, before.paperHash),
    await paper.ballot({}, 1, vote.id),
    { ...result, message: `${result.message}==` },
    { ...result, ballotSignature: `${result.ballotSignature}==` },
  ]) {
    expect(await codeOf(body)).toBe('NOT_GENUINE');
  }
  expect(await codeOf(result)).toBeUndefined();
});

test('names swapped before closing: every ballot of before is not genuine', async () => {
  const people = await voters('Assam', 2);
  const open = await opened('Assam', { questions });
  const params = { id: open.id };
  const { paper } = await take(open, people[0]!.id);
  const [q1] = open.questions;
  await site.ok(contract.castBallot, { params, body: await paper.ballot({ [q1!.id]: [q1!.options[0]!.id] }) });
  const row = await rowOf(open.id);
  const change = swaps['the names of two candidates']!(row);
  const paperHash = paperHashOf({ ...row, ...change });
  await site.database
    .update(votes)
    .set({ ...change, paperHash })
    .where(eq(votes.id, open.id));
  // The key names the paper that was frozen, and signs no other.
  await expect(take(await get(open.id), people[1]!.id)).rejects.toThrow('is not the one that was frozen');
  await close(open.id);
  const { isFine, genuine, said } = await counted(await boxOf(open.id));
  expect([isFine, genuine]).toEqual([false, 0]);
  expect(said).toContain(paperHash);
});

test('a vote that was frozen before papers had hashes keeps the form of its ballots and its box', async () => {
  const [one] = await voters('Bihar', 1);
  const { id } = await opened('Bihar', { questions });
  await site.database.update(votes).set({ paperHash: null }).where(eq(votes.id, id));
  // A frozen vote without its hash is no old one: its key says so.
  await expect(take(await get(id), one!.id)).rejects.toThrow('is not the one that was frozen');
  const { sealed, publicKey, fingerprint: keyFingerprint } = await createVoteKeys(site.config).make(id, null);
  await site.database.update(votes).set({ publicKey, keyFingerprint }).where(eq(votes.id, id));
  await site.database.update(voteKeys).set({ sealed }).where(eq(voteKeys.voteId, id));
  const open = await get(id);
  expect(open.paperHash).toBeNull();
  const { paper } = await take(open, one!.id);
  const params = { id };
  const [q1] = open.questions;
  const choices = { [q1!.id]: [q1!.options[0]!.id] };
  const bound = await paper.ballot(choices, 1, id, paperHashOf(await rowOf(id)));
  expect((await site.fails(contract.castBallot, { params, body: bound })).body.code).toBe('NOT_GENUINE');
  await site.ok(contract.castBallot, { params, body: await paper.ballot(choices) });
  await close(id);
  const box = await boxOf(id);
  expect(Object.keys(JSON.parse(box.split('\n')[0]!))).toEqual([
    'vote',
    'questions',
    'publicKey',
    'rollHash',
    'papers',
    'ballots',
  ]);
  const { isFine, genuine, said } = await counted(box);
  expect([isFine, genuine]).toEqual([true, 1]);
  expect(said).toContain('names and texts are not signed with the ballots');
  expect(await site.database.$count(ballots, eq(ballots.voteId, id))).toBe(1);
});
