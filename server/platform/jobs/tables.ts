import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** Work that outlives the call that began it: see server/platform/jobs/jobs.ts. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    /** The job's input; never a secret. */
    data: jsonb().notNull(),
    /** An administrator's e-mail, or 'website' for what the program does by itself. */
    by: text().notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** How many of the finished items were left out. */
    leftOut: integer().notNull().default(0),
    /** The server process that works on it: the number of an advisory lock that it holds while it is alive. */
    writer: bigint({ mode: 'number' }),
    /** The account of its administrator was taken back since: nothing more is done for them. */
    revoked: boolean().notNull().default(false),
    /** How often the current step has failed. */
    failures: integer().notNull().default(0),
    startedAt: insertedAt(),
    endedAt: moment(),
  },
  (table) => [
    index('jobs_running').on(table.startedAt).where(sql`state = 'running'`),
    index('jobs_newest').on(table.startedAt.desc().nullsFirst()),
  ],
);
holdsPeople(jobs, {
  class: 'technical',
  rehearsal: 'partly',
  erased: { kind: 'nobody', data: { stays: 'the office’s words about many, for some days' }, by: 'nobody' },
});

/** The items of a job, in the order of `position` (from 1). */
export const jobItems = pgTable(
  'job_items',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    item: jsonb().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.position] })],
);
holdsPeople(jobItems, { class: 'technical', rehearsal: 'goes', erased: { item: 'nobody' } });

/** The items that a job left out, and why. Records are named by id and reference. */
export const jobLeft = pgTable(
  'job_left',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** Numbers the items that were left out, from 1. */
    position: integer().notNull(),
    record: text().notNull(),
    reference: text().notNull(),
    code: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.position] })],
);
holdsPeople(jobLeft, {
  class: 'technical',
  rehearsal: 'goes',
  erased: { record: 'nobody', reference: { stays: 'the log’s word for a record' }, code: 'nobody', message: 'nobody' },
});
