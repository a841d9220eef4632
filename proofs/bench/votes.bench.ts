import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium, expect } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { createVoteKeys, modulusBytes } from '#server/features/votes/keys.ts';
import { ballots, voteKeys, votes } from '#server/features/votes/tables.ts';
import { getVote, type Vote } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { fromWire } from '#shared/wire-names.ts';
import { confirmedToken, hashOfPassword, password } from '#tests/logins.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { ballotOf } from '../../scripts/seed/votes.ts';
import { percentile } from './measure.ts';
import { milliseconds } from './results.ts';
import { type BenchSite, startBenchSite } from './site.ts';
import { memberTokens, officeToken } from './tokens.ts';

export const title = 'The last hour of an election: papers and ballots beside other pages, closing, counting again';

/** Of whom seven in eight are on the roll. */
const members = Number(process.env.BENCH_MEMBERS ?? 30_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 40);
/** Everybody votes in the last hour. */
const perSecond = members / 3_600;

const show = (name: string, text: string) => console.log(`  ${name.padEnd(46)} ${text}`);
const figuresOf = (times: readonly number[]) => {
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((part) => milliseconds(percentile([...times], part)));
  return `p50 ${p50}, p95 ${p95}, slowest ${slowest} ms (${times.length})`;
};

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  show(name, `${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

interface Call {
  method?: string;
  token?: string | undefined;
  body?: object;
}

/** One call, answered well. @returns its answer, and how long it took in milliseconds */
async function call(url: string, { method = 'GET', token, body }: Call) {
  const began = performance.now();
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${text}`);
  return { text, ms: performance.now() - began };
}

/** Starts work at a steady rate, even if earlier work still waits, until the time is over. */
async function atRate(rate: number, forSeconds: number, work: (number: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (let number = 0; number < rate * forSeconds; number += 1) {
    const wait = began + (number / rate) * 1_000 - performance.now();
    if (wait > 0) await sleep(wait);
    running.push(work(number));
    // A failure ends the benchmark below, not the process here.
    running.at(-1)!.catch(() => {});
  }
  await Promise.all(running);
}

interface Voter {
  token: string;
  ballot: Omit<ReturnType<typeof ballotOf>, 'voteId'>;
}

/** Draws up an open election of everybody; all who do not vote now have already voted, by SQL. */
async function openElection(site: BenchSite, voting: number) {
  const { database, url } = site;
  const who = { powers: ['votes' as const], lastLoginAt: new Date() };
  const [one, two] = [await confirmedToken(site, who), await confirmedToken(site, who)];
  const options = Array.from({ length: 12 }, (_, index) => ({ name: `Candidate ${index + 1}` }));
  const send = async (method: string, path: string, token: string, body: object) =>
    fromWire(
      JSON.parse((await call(`${url}/api/Votes/${path}`, { method, token, body })).text) as { vote: Vote },
      getVote.names?.answer,
    ).vote;
  const draft = await send('POST', 'create', one, {
    title: 'Election of office bearers',
    questions: [
      ...['President', 'General Secretary', 'Treasurer'].map((name) => ({ kind: 'office', title: name, options })),
      { kind: 'resolution', title: 'The subscription is raised', majority: 'twoThirds' },
    ],
    opensAt: new Date(Date.now() + 3_600_000).toISOString(),
    closesAt: new Date(Date.now() + 10 * 3_600_000).toISOString(),
    withoutNotice: true,
  });
  const { proposal } = await send('PATCH', `propose/${draft.id}`, one, { what: 'freeze' });
  const vote = await timed('freezing the roll', () =>
    send('PATCH', `agree/${draft.id}`, two, { proposal: proposal!.id }),
  );
  await database.update(votes).set({ opensAt: new Date() }).where(eq(votes.id, vote.id));
  await database.execute(sql`select pg_notify('votes', '')`);
  await timed('opening, with a mail to everybody', () => stateIs(site, vote.id, 'open'));
  const [key] = await database.select().from(voteKeys).where(eq(voteKeys.voteId, vote.id));
  const secret = await createVoteKeys({ dataDir: site.dataDir }).open(vote.id, key!.sealed, vote.paperHash);
  const ballotOfVoter = (index: number) =>
    ballotOf(
      { voteId: vote.id, questions: vote.questions, paperHash: vote.paperHash! },
      secret,
      Object.fromEntries(
        vote.questions.map(({ id, options: all }) => [
          id,
          [all[(index * 7) % all.length]!.id].slice(index % 11 === 0 ? 1 : 0),
        ]),
      ),
    );

  await database.execute(sql`update members set password_hash = ${await hashOfPassword()} where status = 'Approved'`);
  const { rows } = await database.execute<{ id: string }>(
    sql`select member_id as id from vote_roll where vote_id = ${vote.id} order by md5(member_number)`,
  );
  const voters: Voter[] = [];
  for (const [index, { id }] of rows.slice(0, voting).entries()) {
    voters.push({ token: await createSession(database, { memberId: id }), ballot: ballotOfVoter(index) });
  }
  const before = rows.slice(voting);
  for (let first = 0; first < before.length; first += 500) {
    const part = before.slice(first, first + 500);
    await database.insert(ballots).values(part.map((_, index) => ballotOfVoter(first + index)));
    const ids = part.map(({ id }) => id);
    await database.execute(sql`update vote_roll set paper_on = current_date
      where vote_id = ${vote.id} and member_id = any(${sql.param(ids)}::uuid[])`);
  }
  await database.execute(sql`analyze`);
  return { vote, voters, tokens: [one, two] as const };
}

async function stateIs({ database }: BenchSite, id: string, state: Vote['state']): Promise<void> {
  for (;;) {
    const [row] = await database.select({ state: votes.state }).from(votes).where(eq(votes.id, id));
    if (row?.state === state) return;
    await sleep(20);
  }
}

type Times = Map<string, number[]>;
const note = (times: Times, name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);

/** Others' pages, twenty calls a second. */
function asking(url: string, callers: readonly string[], office: string, times: Times) {
  const pages = [
    ['Home page', '/', undefined],
    ['News', '/api/News/getNews', undefined],
    ['Search in the directory', '/api/Directory/searchDirectory?ProsecutorName=ra', callers],
    ['My Profile', '/api/Directory/getbyid', callers],
    ['Registrations', '/api/Directory/getbyStatus?status=New', office],
  ] as const;
  return async (number: number) => {
    const [name, path, token] = pages[number % pages.length]!;
    const one = typeof token === 'object' ? token[number % token.length] : token;
    note(times, name, (await call(`${url}${path}`, { token: one })).ms);
  };
}

/** A voter as the web app is one: the list, the vote, the paper, the ballot. */
function voting(url: string, id: string, next: () => Voter, times: Times) {
  return async () => {
    const { token, ballot } = next();
    const get = async (name: string, path: string) =>
      note(times, name, (await call(`${url}/api${path}`, { token })).ms);
    await get('List of votes', '/Votes/list');
    await get('The vote', `/Votes/get/${id}`);
    // What a device sends: a number below the modulus. The server's work is the same for every one.
    const blinded = randomBytes(modulusBytes);
    blinded[0] = 0;
    const body = { password, blinded: blinded.toString('base64url') };
    note(times, 'Paper', (await call(`${url}/api/Votes/paper/${id}`, { method: 'POST', token, body })).ms);
    const encoded = Object.fromEntries(
      Object.entries(ballot).map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? value.toString('base64url') : value,
      ]),
    );
    const cast = { ...encoded, ballot: JSON.parse(ballot.ballot) };
    note(times, 'Ballot', (await call(`${url}/api/Votes/cast/${id}`, { method: 'POST', body: cast })).ms);
  };
}

/** Lets a browser, with its workers, run for 10 of each 40 ms: a phone of a quarter of this machine's speed. @returns ends it */
function slowed(browser: { process(): { pid?: number | undefined } }): () => void {
  // Playwright starts it as the head of a process group.
  const signal = (name: NodeJS.Signals) => process.kill(-browser.process().pid!, name);
  let isDone = false;
  void (async () => {
    while (!isDone) {
      signal('SIGSTOP');
      await sleep(30);
      signal('SIGCONT');
      await sleep(10);
    }
  })();
  return () => {
    isDone = true;
  };
}

/** Counts the box again in a browser, as a voter does. */
async function countInBrowser(url: string, id: string, token: string, cast: number): Promise<void> {
  const server = await chromium.launchServer({ executablePath: findBrowser() });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await page.addInitScript((text) => localStorage.setItem('token', text), token);
    await page.goto(`${url}${paths.vote(id)}`);
    const done = page.getByText(
      `${cast.toLocaleString('en-IN')} of ${cast.toLocaleString('en-IN')} ballots are genuine.`,
    );
    const again = page.getByRole('button', { name: 'Count again' });
    for (const [name, slow] of [
      ['counting again in a browser', () => () => {}],
      ['the same, slowed four-fold', () => slowed(server)],
    ] as const) {
      await page.reload();
      await again.waitFor();
      const end = slow();
      const shown = new Set<string>();
      try {
        await timed(name, async () => {
          await again.click();
          while (!(await done.isVisible())) {
            const bar = page.getByRole('progressbar', { name: 'Counting' });
            shown.add((await bar.getAttribute('value', { timeout: 200 }).catch(() => null)) ?? '');
            await sleep(100);
          }
        });
      } finally {
        end();
      }
      show('  steps of the progress that were seen', String(shown.size));
    }
    await browser.close();
  } finally {
    await server.close();
  }
}

export async function run(): Promise<void> {
  // Twice at the rate of the hour, once at three times it.
  const phases = [1, 1, 3];
  const rows = phases.map((times) => Math.ceil(perSecond * times * seconds));
  const site = await startBenchSite(members);
  const folder = await mkdtemp(join(tmpdir(), 'association-box-'));
  try {
    const { database, url } = site;
    const office = await officeToken(site);
    const { vote, voters, tokens } = await openElection(
      site,
      rows.reduce((sum, count) => sum + count, 0),
    );
    show('on the roll', String(vote.people));
    const reader = voters[0]!.token;
    const callers = await memberTokens(site, 1_000);
    let next = 0;
    for (const [index, times] of phases.entries()) {
      const [idle, busy, value]: Times[] = [new Map(), new Map(), new Map()];
      await atRate(20, seconds / 2, asking(url, callers, office, idle!));
      const mark = { cpu: cpuOf(site.pid), at: performance.now() };
      await Promise.all([
        atRate(20, seconds, asking(url, callers, office, busy!)),
        atRate(
          perSecond * times,
          seconds,
          voting(url, vote.id, () => voters[next++]!, value!),
        ),
      ]);
      const share = (cpuOf(site.pid) - mark.cpu) / ((performance.now() - mark.at) / 1_000);
      console.log(
        `  ${index + 1}. ${(perSecond * times).toFixed(1)} voters a second; the server takes ${Math.round(share * 100)} % of a core`,
      );
      for (const [name, values] of value!) show(`    ${name}`, figuresOf(values));
      for (const [name, values] of busy!) {
        const [before, with_] = [idle!.get(name)!, values].map((each) =>
          [0.5, 0.95].map((part) => percentile(each!, part)),
        );
        const ratio = [0, 1].map((part) => (with_![part]! / before![part]!).toFixed(2)).join(' and ');
        show(`    ${name}`, `${figuresOf(values)}, ${ratio} times p50 and p95 without voters`);
      }
    }

    await database
      .update(votes)
      .set({ opensAt: sql`now() - interval '3 hours'`, closesAt: sql`now() - interval '13 seconds'` })
      .where(eq(votes.id, vote.id));
    const beside: Times = new Map();
    await timed('closing and counting', async () => {
      await database.execute(sql`select pg_notify('votes', '')`);
      let isClosed = false;
      const result = (async () => {
        for (let number = 0; !isClosed; number += 1) {
          await asking(url, callers, office, beside)(number);
          await sleep(20);
        }
      })();
      await stateIs(site, vote.id, 'closed');
      isClosed = true;
      await result;
    });
    show('  others meanwhile', figuresOf([...beside.values()].flat()));
    const [counted] = await database.select().from(votes).where(eq(votes.id, vote.id));
    show('  ballots, papers', `${counted!.ballots}, ${counted!.papers}`);
    expect(counted!.ballots).toBe(vote.people);
    expect(counted!.papers).toBe(vote.people);

    const { text: box } = await timed('loading the box', () =>
      call(`${url}/api/Votes/box/${vote.id}`, { token: reader }),
    );
    show('  its size', `${(box.length / 1_000_000).toFixed(1)} MB`);
    const file = join(folder, 'box.ndjson');
    writeFileSync(file, box);
    const script = ['scripts/count-votes.mjs', file];
    const report = await timed('count-votes.mjs', () => promisify(execFile)(process.execPath, script));
    expect(report.stdout).toContain(`SHA-256 of this file ${counted!.boxHash}`);
    await countInBrowser(url, vote.id, reader, counted!.ballots!);

    await database
      .update(sessions)
      .set({ confirmedUntil: new Date(Date.now() + 600_000) })
      .where(sql`administrator_id is not null`);
    const send = async (path: string, token: string, body: object) =>
      (
        JSON.parse((await call(`${url}/api/Votes/${path}/${vote.id}`, { method: 'PATCH', token, body })).text) as {
          vote: Vote;
        }
      ).vote;
    const lots = Object.fromEntries(
      counted!.result!.questions.filter(({ outcome }) => outcome === 'tied').map(({ id, tied }) => [id, tied]),
    );
    const { proposal } = await send('propose', tokens[0], { what: 'declare', lots });
    await timed('declaring, with a mail to everybody', () => send('agree', tokens[1], { proposal: proposal!.id }));
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds of processor time that a process has taken. */
function cpuOf(pid: number): number {
  const parts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(parts[11]) + Number(parts[12])) / 100;
}
