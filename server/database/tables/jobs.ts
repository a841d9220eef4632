import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';

const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** Work that outlives the call that asked for it: see server/jobs/jobs.ts. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    /** What was asked for; never a secret. */
    data: jsonb().notNull(),
    /** An administrator's e-mail, or 'website' for what the program does by itself. */
    by: text().notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** How many of those that are done were left out. */
    leftOut: integer().notNull().default(0),
    /** The server process that is at it: the key of an advisory lock it holds while it lives. */
    writer: bigint({ mode: 'number' }),
    /** How often the present step has failed. */
    failures: integer().notNull().default(0),
    startedAt: moment().notNull().defaultNow().$defaultFn(clock.now),
    endedAt: moment(),
  },
  (table) => [
    index('jobs_running').on(table.startedAt).where(sql`state = 'running'`),
    index('jobs_newest').on(table.startedAt.desc().nullsFirst()),
  ],
);

/** What a job is to do, one row each, in the order of `position` (from 1). */
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

/** What a job has left out, and why. Records are named by id and reference. */
export const jobLeft = pgTable(
  'job_left',
  {
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** Counts what was left out, from 1. */
    position: integer().notNull(),
    record: text().notNull(),
    reference: text().notNull(),
    code: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.position] })],
);
