import { and, count, eq, gt, sql } from 'drizzle-orm';
import { findLastBackup } from '#server/platform/backup/backups.queries.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { countMails } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';

/** Metrics from the database, which are the same in every process. */
export interface StoredFigures {
  mails: { waiting: number; late: number; failed: number };
  jobs: { running: number; struggling: number; failed: number };
  lastBackupAt: Date | null;
}

const failedDays = 30;

export async function readStoredFigures(db: Queryable): Promise<StoredFigures> {
  const mails = await countMails(db, failedDays);
  const lateSince = sql`${currentTime} - interval '15 minutes'`;
  const late = await db.$count(mail, and(eq(mail.state, 'waiting'), sql`${mail.nextAttemptAt} < ${lateSince}`));
  const states = await db.select({ state: jobs.state, count: count() }).from(jobs).groupBy(jobs.state);
  const of = (state: string) => states.find((row) => row.state === state)?.count ?? 0;
  const struggling = await db.$count(jobs, and(eq(jobs.state, 'running'), gt(jobs.failures, 0)));
  return {
    mails: { ...mails, late },
    jobs: { running: of('running'), struggling, failed: of('failed') },
    lastBackupAt: await findLastBackup(db),
  };
}
