import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ballots, voteKeys, voteRoll, votes } from '#server/features/votes/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { type Ballot, canonicalBallot } from '#shared/ballots.ts';
import * as contract from '#shared/contracts/votes.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import type { Failure } from '#shared/errors.ts';
import { fromWire } from '#shared/wire-names.ts';
import { confirmedToken, hashOfPassword, memberToken, newMember, password } from '#tests/logins.ts';
import { newPaper, type TestPaper } from '#tests/voter.ts';
import { eventually } from '#tests/wait.ts';
import { seededRandom } from '../../scripts/sample/random.ts';
import { killDatabase, startThreeServers, type ThreeServers } from './servers.ts';
import { figure, isLong, seed, size } from './size.ts';

// An election over three processes: some of them and the database are killed at opening, between people's papers and their
// ballots, and at closing, while people take papers twice, send ballots twice, change them, and lose answers.

const people = size(40, 600);
const kills = { server: isLong ? 16 : 2, database: isLong ? 4 : 1 };
const atOnce = 6;

let site: ThreeServers;
let database: Database;
beforeAll(async () => {
  site = await startThreeServers();
  ({ database } = site);
}, 180_000);
afterAll(() => site?.close());

/** Repeats what the kill of the database has cut. */
const surely = <T>(work: () => Promise<T>): Promise<NonNullable<T>> =>
  eventually(() => work().catch(() => null), 'the database answers', 60_000) as Promise<NonNullable<T>>;

let killed = 0;
let turnOfServer = 0;
async function kill(what: 'server' | 'database'): Promise<void> {
  killed += 1;
  if (what === 'database') return void (await killDatabase(site.dataDir));
  turnOfServer += 1;
  const index = turnOfServer % 2 ? 2 : 1;
  await site.kill(index);
  await site.startAgain(index);
}

interface Answer {
  status: number;
  body: Partial<Failure> & { vote?: contract.Vote; blindSignature?: string; receipt?: string };
}

async function send({ method, path, names }: AnyEndpoint, id: string, body: object, token?: string): Promise<Answer> {
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await site.send(method, path.replace('{id}', id), token, init);
  return { status: response.status, body: fromWire((await response.json()) as Answer['body'], names?.answer) };
}

const notify = () => surely(() => database.execute(sql`select pg_notify('votes', '')`));
const stateOf = async (id: string) => {
  const [row] = await database.select({ state: votes.state }).from(votes).where(eq(votes.id, id));
  return row!.state;
};
const isIn = (id: string, state: string) => async () => (await stateOf(id).catch(() => null)) === state;

async function freeze(): Promise<contract.Vote> {
  const who = { powers: ['votes' as const], lastLoginAt: new Date() };
  const [one, two] = [await confirmedToken({ database }, who), await confirmedToken({ database }, who)];
  const opens = Date.now() + 24 * 3_600_000;
  const options = ['Asha Rao', 'Bimal Sen', 'Chitra Nair'].map((name) => ({ name }));
  const draft = await send(
    contract.createVote,
    '',
    {
      title: 'Election',
      questions: [
        { kind: 'office', title: 'Secretaries', seats: 2, none: true, options },
        { kind: 'resolution', title: 'New rules', majority: 'simple' },
      ],
      opensAt: new Date(opens).toISOString(),
      closesAt: new Date(opens + 20 * 3_600_000).toISOString(),
      withoutNotice: true,
    },
    one,
  );
  const { id } = draft.body.vote!;
  const proposed = await send(contract.proposeVote, id, { what: 'freeze' }, one);
  const agreed = await send(contract.agreeToVote, id, { proposal: proposed.body.vote!.proposal!.id }, two);
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  return agreed.body.vote!;
}

/** Moves a time of the vote, which may not be nearer than an hour otherwise. */
async function move(id: string, times: { opensAt?: Date; closesAt?: Date }): Promise<void> {
  await surely(() => database.update(votes).set(times).where(eq(votes.id, id)).returning({ id: votes.id }));
  await notify();
}

interface Voter {
  token: string;
  paper?: TestPaper;
  /** Of the last ballot that was sent; and of the last that was acknowledged. */
  sent: number;
  acknowledged: number;
  ballots: Map<number, string>;
}

test('each acknowledged ballot counts once, nobody has two papers, and what is closed stays closed', async () => {
  figure(`seed ${seed}`);
  const random = seededRandom(seed);
  const passwordHash = await hashOfPassword();
  const voters: Voter[] = [];
  for (let count = 0; count < people; count += 1) {
    const token = await memberToken({ database }, (await newMember({ database }, { passwordHash })).id);
    voters.push({ token, sent: 0, acknowledged: 0, ballots: new Map() });
  }
  const vote = await freeze();
  const { id, questions } = vote;
  expect(vote.people).toBe(people);
  const [office, resolution] = questions as [contract.Vote['questions'][0], contract.Vote['questions'][0]];
  const wrong: string[] = [];
  const expectOne = (answer: Answer, ...codes: (string | undefined)[]) => {
    if (!codes.includes(answer.body.code)) wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`);
  };

  /** Takes a paper, one time in five two at once, of which one must be refused. @returns false after closing */
  async function take(voter: Voter): Promise<boolean> {
    const rows = [await newPaper(vote), ...(random.chance(0.2) ? [await newPaper(vote)] : [])];
    const ask = async (paper: TestPaper) =>
      send(contract.takePaper, id, { password, blinded: paper.blinded }, voter.token);
    const answers = await Promise.all(rows.map(ask));
    for (const [index, answer] of answers.entries()) {
      expectOne(answer, undefined, 'PAPER_TAKEN', 'NOT_OPEN');
      if (answer.status !== 200) continue;
      if (voter.paper) wrong.push('Somebody has two papers.');
      voter.paper = rows[index]!;
      await voter.paper.finish(answer.body.blindSignature!);
      // The same again gives the same.
      if (!random.chance(0.2)) continue;
      const again = await ask(voter.paper);
      expectOne(again, undefined, 'NOT_OPEN');
      if (again.status === 200 && again.body.blindSignature !== answer.body.blindSignature)
        wrong.push('The same paper was signed in another way.');
    }
    if (!voter.paper && answers.every(({ body }) => body.code === 'PAPER_TAKEN')) wrong.push('A paper went to nobody.');
    return voter.paper !== undefined;
  }

  function choose(): Ballot {
    const shuffled = office.options.map((option) => option.id).toSorted(() => random.next() - 0.5);
    const chosen = random.chance(0.1) ? ['none'] : shuffled.slice(0, Math.floor(random.next() * 3));
    return { [office.id]: chosen, [resolution.id]: random.chance(0.2) ? [] : [random.chance(0.6) ? 'for' : 'against'] };
  }

  let closesAt = new Date(Date.now() + 20 * 3_600_000);
  /** Casts with the next number, one time in four twice at once. @returns false after closing */
  async function cast(voter: Voter): Promise<boolean> {
    const isLate = Date.now() >= closesAt.getTime();
    voter.sent += 1;
    const counter = voter.sent;
    const choices = choose();
    voter.ballots.set(counter, canonicalBallot(questions, choices)!);
    const body = await voter.paper!.ballot(choices, counter);
    const times = random.chance(0.25) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: times }, () => send(contract.castBallot, id, body)));
    for (const answer of answers) {
      expectOne(answer, undefined, 'NOT_OPEN');
      if (answer.status !== 200) continue;
      if (isLate) wrong.push('A ballot was taken after closing.');
      voter.acknowledged = counter;
    }
    return !isLate && answers.every(({ status }) => status === 200);
  }

  // Opening, with a kill at that moment.
  const opensAt = new Date(Date.now() + 1_500);
  await move(id, { opensAt, closesAt });
  await sleep(Math.max(0, opensAt.getTime() - Date.now()));
  await Promise.all([kill('server'), isLong && kill('database')]);
  await eventually(isIn(id, 'open'), 'the vote is open', 60_000);

  // Some come only when it closes.
  const early = voters.slice(0, Math.ceil(people * 0.85));
  const plan = [
    ...Array.from({ length: kills.server }, () => 'server' as const),
    ...Array.from({ length: kills.database }, () => 'database' as const),
  ].toSorted(() => random.next() - 0.5);
  const killAt = new Map(plan.map((what, index) => [Math.floor((early.length * (index + 0.5)) / plan.length), what]));
  // One after the other, so that no server is killed while it is being replaced.
  let killing = Promise.resolve();
  const waiting = [...early.entries()];
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, voter] = next;
      if (!(await take(voter))) wrong.push(`Voter ${index} has no paper.`);
      const what = killAt.get(index);
      if (what) killing = killing.then(() => kill(what));
      // Some take a paper and never vote.
      if (!voter.paper || random.chance(0.1)) continue;
      await cast(voter);
      while (random.chance(0.3)) await cast(voter);
    }
  });
  await Promise.all(workers);
  await killing;

  // Closing, while the rest take papers and others change their ballots, with kills at that moment.
  closesAt = new Date(Date.now() + 2_500);
  await move(id, { closesAt });
  const last = [...voters.slice(early.length), ...early.filter((voter, index) => voter.paper && index % 4 === 0)];
  const atTheEnd = last.map(async (voter) => {
    if (!voter.paper && !(await take(voter))) return;
    while (await cast(voter)) await sleep(random.next() * 200);
  });
  await sleep(Math.max(0, closesAt.getTime() - 100 - Date.now()));
  await Promise.all([kill('server'), isLong && kill('database')]);
  await Promise.all(atTheEnd);
  await eventually(isIn(id, 'closed'), 'the vote is closed', 60_000);
  expect(wrong).toEqual([]);

  const asOffice = async () => ({
    headers: { authorization: `Bearer ${await surely(() => confirmedToken({ database }, { powers: ['votes'] }))}` },
  });
  const boxOf = async () => {
    const response = await fetch(`${site.addresses()[0]}/api/Votes/box/${id}`, await asOffice());
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const box = await boxOf();
  type Line = { message: string; counter: number; ballot: Ballot };
  const lines = box
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Line);
  const inBox = new Map(lines.map((line) => [line.message, line]));
  expect(inBox.size).toBe(lines.length);
  let counted = 0;
  for (const { paper, acknowledged, sent, ballots: byKey } of voters) {
    const line = paper && inBox.get(paper.message);
    if (!line) {
      expect(acknowledged).toBe(0);
      continue;
    }
    counted += 1;
    // A later one, whose answer was lost, may have come in before closing.
    expect(line.counter).toBeGreaterThanOrEqual(acknowledged);
    expect(line.counter).toBeLessThanOrEqual(sent);
    expect(canonicalBallot(questions, line.ballot)).toBe(byKey.get(line.counter));
  }
  expect(counted).toBe(lines.length);

  const response = await fetch(`${site.addresses()[0]}/api/Votes/result/${id}`, await asOffice());
  const { data } = (await response.json()) as { data: contract.VoteResult };
  const papers = await database.$count(voteRoll, and(eq(voteRoll.voteId, id), isNotNull(voteRoll.paperOn)));
  expect([data.roll, data.papers, data.ballots]).toEqual([people, papers, lines.length]);
  expect(papers).toBeGreaterThanOrEqual(voters.filter(({ paper }) => paper).length);
  expect(await database.$count(mail, eq(mail.kind, 'vote-paper'))).toBe(papers);
  expect(await database.$count(mail, eq(mail.kind, 'vote-open'))).toBe(people);
  for (const question of data.questions) {
    for (const option of question.options) {
      const count = lines.filter(({ ballot }) => ballot[question.id]!.includes(option.id)).length;
      expect([question.title, option.name, option.votes]).toEqual([question.title, option.name, count]);
    }
  }
  const [closed] = await database.select().from(votes).where(eq(votes.id, id));
  expect(closed!.boxHash).toBe(createHash('sha256').update(box).digest('hex'));
  expect(await database.$count(voteKeys)).toBe(0);
  const file = join(site.dataDir, 'box.ndjson');
  await writeFile(file, box);
  // Exits with an error when something is not genuine.
  expect(execFileSync(process.execPath, ['scripts/count-votes.mjs', file], { encoding: 'utf8' })).toContain(
    closed!.boxHash,
  );

  // Closed stays closed, whichever server starts again.
  await kill('server');
  await notify();
  const voter = voters.find(({ paper, acknowledged }) => paper && acknowledged > 0)!;
  const ballot = await voter.paper!.ballot(choose(), voter.sent + 1);
  const { blinded } = await newPaper(vote);
  for (let tries = 0; tries < site.addresses().length; tries += 1) {
    expect((await send(contract.castBallot, id, ballot)).body.code).toBe('NOT_OPEN');
    expect((await send(contract.takePaper, id, { password, blinded }, voter.token)).body.code).toBe('NOT_OPEN');
  }
  expect((await boxOf()).equals(box)).toBe(true);
  expect(await database.$count(ballots)).toBe(lines.length);
  expect(await stateOf(id)).toBe('closed');
  figure(`${people} people, ${papers} papers, ${lines.length} ballots; ${site.requests()} requests, ${killed} kills`);
}, 1_800_000);
