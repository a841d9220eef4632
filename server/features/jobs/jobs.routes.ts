import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { route } from '#server/http/route.ts';
import { findJob, findLeftOut, findRecentJobs } from '#server/jobs/jobs.queries.ts';
import * as calls from '#shared/contracts/jobs.ts';
import { notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { jobAnswer } from './job-answer.ts';

const recentHours = 24;
const mostListed = 1_000;

/** How far long actions have come, also for who has loaded the page again. */
export function jobsRoutes(app: FastifyInstance, { database }: Core): void {
  route(app, calls.getJob, async ({ params }) => {
    const row = await findJob(database, params.id);
    if (!row) throw notFound('This job');
    const left = await findLeftOut(database, [row.id], limits.leftOutShown);
    return { job: jobAnswer(row, left.get(row.id) ?? []) };
  });
  route(app, calls.listJobs, async () => {
    const rows = await findRecentJobs(database, recentHours, mostListed);
    const ids = rows.map((row) => row.id);
    const left = await findLeftOut(database, ids, limits.leftOutShown);
    return { data: rows.map((row) => jobAnswer(row, left.get(row.id) ?? [])) };
  });
}
