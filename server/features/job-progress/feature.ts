import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, type Caller, isOffice, reachOf, route } from '#server/platform/http/route.ts';
import {
  deleteOldJobs,
  findJob,
  findLeftOut,
  findRecentJobs,
  type JobRow,
  type LeftOut,
  revokeJobs,
} from '#server/platform/jobs/jobs.queries.ts';
import * as calls from '#shared/contracts/job-progress.ts';
import { notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Power } from '#shared/powers.ts';
import { findAdministratorEmail, findWithin } from './jobs.queries.ts';

/** How long an ended job is kept; the log keeps what it did. */
const keptDays = 7;
const recentHours = 24;
const maxListed = 1_000;

/** The progress of jobs. */
export const jobs: Feature = {
  name: 'job-progress',
  routes: jobsRoutes,
  accountParts: {
    jobs: {
      tables: ['jobs'],
      async end(tx, { subject }) {
        const by = 'administratorId' in subject && (await findAdministratorEmail(tx, subject.administratorId));
        if (by) await revokeJobs(tx, by);
      },
    },
  },
  cleanUps: { jobs: ({ database }) => deleteOldJobs(database, keptDays) },
};

/** What an administrator needs, now, to see the jobs of a kind that they began; those of other kinds need full powers. */
const neededFor: Record<string, { power: Power; scope?: 'allIndia' }> = {
  decideMany: { power: 'members' },
  'participants-tell': { power: 'members', scope: 'allIndia' },
};

function mayRead({ kind, by }: JobRow, caller: Caller): boolean {
  if (isOffice(caller, 'full')) return true;
  const { email, reach } = administratorOf(caller);
  const needed = neededFor[kind];
  return (
    needed !== undefined &&
    by === email &&
    isOffice(caller, needed.power) &&
    (reach.isAll || needed.scope === undefined)
  );
}

/** The progress of jobs, for the administrator who began them, also after a reload, and for full powers. */
function jobsRoutes(app: FastifyInstance, { database }: Core): void {
  /** With the records left out that are still the caller's; another one is answered like an unknown one. */
  async function answersOf(rows: JobRow[], caller: Caller): Promise<calls.Job[]> {
    const left = await findLeftOut(
      database,
      rows.map(({ id }) => id),
      limits.leftOutShown,
    );
    const reach = reachOf(caller);
    const visible = reach.isAll ? null : await findWithin(database, [...left.values()].flat(), reach);
    const { code, message } = notFound('This record');
    const shown = (each: LeftOut) =>
      !visible || visible.has(each.id) ? each : { ...each, reference: '', code, message };
    return rows.map((row) => jobAnswer(row, (left.get(row.id) ?? []).map(shown)));
  }

  route(app, calls.getJob, async ({ params }, caller) => {
    const row = await findJob(database, params.id);
    if (!row || !mayRead(row, caller)) throw notFound('This job');
    return { job: (await answersOf([row], caller))[0]! };
  });
  route(app, calls.listJobs, async (_request, caller) => {
    const by = isOffice(caller, 'full') ? undefined : administratorOf(caller).email;
    const rows = await findRecentJobs(database, recentHours, maxListed, by);
    return {
      data: await answersOf(
        rows.filter((row) => mayRead(row, caller)),
        caller,
      ),
    };
  });
}

/** A job in the names of the wire. */
export function jobAnswer(row: JobRow, left: LeftOut[]): calls.Job {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    total: row.total,
    done: row.done,
    summary: { decided: row.done - row.leftOut, left: row.leftOut },
    left,
    by: row.by,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
