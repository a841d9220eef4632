import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/client.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { powerNeeded } from '#shared/powers.ts';
import { createTestDatabase } from '#tests/app.ts';
import { eventually } from '#tests/wait.ts';
import { findJob, findLeftOut } from './jobs.queries.ts';
import { type Authority, createJobs, type DoStep, type JobKind, type Jobs } from './jobs.ts';
import { jobItems, jobs as jobsTable } from './tables.ts';

/** Each job writes into this table what it does, in the step's own transaction. */
let connection: Awaited<ReturnType<typeof createTestDatabase>>['connection'];
let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const own = await createTestDatabase();
  ({ connection, drop } = own);
  database = openDatabase(connection);
  await withClient(own.ownerConnection, (client) =>
    client.query('create table effects (job uuid, item text); grant all on effects to public'),
  );
});
afterAll(async () => {
  await database.close();
  await drop();
});

const silent = { info() {}, warn() {}, error() {} };
const processes: { jobs: Jobs; own: Database }[] = [];
afterEach(async () => {
  for (const { jobs, own } of processes.splice(0)) {
    await jobs.stop();
    await own.close().catch(() => {});
  }
});

/** Whether those who began jobs may still go on, and what was told of those who may not. */
let mayGoOn = true;
const told: string[] = [];
const authority: Authority = {
  refusal: async (_tx, _work, powers) => (mayGoOn ? null : powerNeeded(powers[0]!)),
  tell: async (_tx, work, by, page) => void told.push(`${work} by ${by}, ${page}`),
};

/** A process of its own, as far as the database can tell. */
async function newProcess(
  step: DoStep<unknown>,
  onFailed: JobKind<unknown>['onFailed'] = async () => {},
  needs: JobKind<unknown>['needs'] = null,
) {
  const database = openDatabase(connection, { poolSize: 4 });
  await database.ready();
  const jobs = createJobs({ database: database, log: silent }, { pauseMs: () => 1 });
  jobs.register('test', { needs, step, onFailed }, authority);
  processes.push({ jobs, own: database });
  return { jobs, own: database };
}

const oneByOne: DoStep<unknown> = async (tx, job) => {
  const [item] = await job.items(1);
  await tx.execute(sql`insert into effects values (${job.id}, ${String(item)})`);
  return { done: 1 };
};

const letters = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
const effects = async (id: string) =>
  (await database.execute<{ item: string }>(sql`select item from effects where job = ${id}`)).rows.map(
    (row) => row.item,
  );
const ended = (id: string) =>
  eventually(async () => {
    const row = await findJob(database, id);
    return row?.state !== 'running' && row;
  }, 'the job to end');
const begin = (jobs: Jobs, items: unknown[]) =>
  database.transaction((tx) => jobs.begin(tx, { kind: 'test', by: 'office@example.org', data: {}, items }));

test('two processes do each item once and in order; its rows go', async () => {
  const { jobs } = await newProcess(oneByOne);
  const other = await newProcess(oneByOne);
  jobs.start();
  other.jobs.start();
  const ids = await Promise.all([5, 12, 30].map((count) => begin(jobs, letters(count))));
  for (const [index, id] of ids.entries()) {
    const count = [5, 12, 30][index]!;
    expect(await ended(id)).toMatchObject({ state: 'done', total: count, done: count, leftOut: 0, writer: null });
    expect(await effects(id)).toEqual(letters(count));
  }
  expect(await database.$count(jobItems)).toBe(0);
});

test('before each step its administrator is asked for; without them the kind deals with the rest, and it is told once', async () => {
  const needs: JobKind<unknown>['needs'] = {
    powers: () => ['money'],
    work: 'Counting',
    page: '/admin/Count',
    async onStopped(_tx, job, { code, message }) {
      const [item] = await job.items(1);
      return { done: 1, left: [{ id: String(item), reference: '', code, message }] };
    },
  };
  const { jobs } = await newProcess(
    async (tx, job) => {
      if (job.done === 1) mayGoOn = false;
      return oneByOne(tx, job);
    },
    undefined,
    needs,
  );
  jobs.start();
  const id = await begin(jobs, letters(5));
  expect(await ended(id)).toMatchObject({ state: 'done', done: 5, leftOut: 3 });
  mayGoOn = true;
  expect(await effects(id)).toEqual(letters(2));
  expect((await findLeftOut(database, [id], 10)).get(id)?.map(({ code }) => code)).toEqual(
    Array(3).fill('POWER_NEEDED'),
  );
  expect(told).toEqual(['Counting by office@example.org, /admin/Count']);
});

test('items that a step leaves out are saved with it; a failed step is rolled back and retried', async () => {
  let tries = 0;
  const { jobs } = await newProcess(async (tx, job) => {
    const result = await oneByOne(tx, job);
    if (job.done === 2 && tries++ < 2) throw new Error('not now');
    const why = { reference: `R-${job.done}`, code: 'NOT_FOUND', message: 'It was not there.' };
    return { ...result, left: job.done % 2 === 1 ? [{ id: String(job.done), ...why }] : [] };
  });
  jobs.start();
  const id = await begin(jobs, letters(5));
  expect(await ended(id)).toMatchObject({ state: 'done', done: 5, leftOut: 2, failures: 0 });
  expect(await effects(id)).toEqual(letters(5));
  const left = (await findLeftOut(database, [id], 10)).get(id);
  expect(left?.map(({ id: record, reference }) => [record, reference])).toEqual([
    ['1', 'R-1'],
    ['3', 'R-3'],
  ]);
});

test('a step that fails again and again fails its job, and what was done before stays', async () => {
  let isAway = true;
  const { jobs } = await newProcess(
    async (tx, job) => {
      if (job.done === 3) throw new Error('never');
      return oneByOne(tx, job);
    },
    async (tx, job) => {
      await tx.execute(sql`insert into effects values (${job.id}, 'given back')`);
      // What the owner does fails with the job, and is tried again.
      if (isAway) {
        isAway = false;
        throw new Error('away');
      }
    },
  );
  jobs.start();
  const id = await begin(jobs, letters(5));
  const row = await ended(id);
  expect(row).toMatchObject({ state: 'failed', done: 3 });
  expect(row.endedAt).not.toBeNull();
  expect(await effects(id)).toEqual([...letters(3), 'given back']);
});

test('a job keeps its position in its data, and may end before its total is reached', async () => {
  const { jobs } = await newProcess(async (_tx, job) => {
    const next = ((job.data as { next?: number }).next ?? 0) + 1;
    return { done: 10, data: { next }, last: next === 3 };
  });
  jobs.start();
  const count = { kind: 'test', by: 'website', data: {}, items: { count: 1_000 } };
  const id = await database.transaction((tx) => jobs.begin(tx, count));
  expect(await ended(id)).toMatchObject({ state: 'done', done: 30, data: { next: 3 } });
  const none = await begin(jobs, []);
  expect(await ended(none)).toMatchObject({ state: 'done', done: 0 });
});

test('another process continues a job that one stops, also when the first one dies', async () => {
  let reached = (_count: number) => {};
  const slowly: DoStep<unknown> = async (tx, job) => {
    const result = await oneByOne(tx, job);
    await tx.execute(sql`select pg_sleep(0.005)`);
    reached(job.done);
    return result;
  };
  for (const end of ['stops', 'is gone'] as const) {
    const first = await newProcess(slowly);
    const inTheMiddle = new Promise<void>((resolve) => {
      reached = (done) => done >= 5 && resolve();
    });
    first.jobs.start();
    const id = await begin(first.jobs, letters(60));
    await inTheMiddle;
    if (end === 'stops') await first.jobs.stop();
    // The database knows a process only by its connections.
    else await first.own.close();
    expect((await findJob(database, id))?.state).toBe('running');
    const second = await newProcess(oneByOne);
    second.jobs.start();
    expect(await ended(id)).toMatchObject({ state: 'done', done: 60 });
    expect(await effects(id)).toEqual(letters(60));
    const [row] = await database.select().from(jobsTable).where(eq(jobsTable.id, id));
    expect(row?.writer).toBeNull();
    await second.jobs.stop();
  }
});
