import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { administratorOf, isOffice, route } from '#server/http/route.ts';
import { findJob, findLeftOut, findRecentJobs } from '#server/jobs/jobs.queries.ts';
import * as calls from '#shared/contracts/jobs.ts';
import { notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { jobAnswer } from './job-answer.ts';

const recentHours = 24;
const mostListed = 1_000;

/** The progress of jobs, for the administrator who began them, also after a reload, and for full powers. */
export function jobsRoutes(app: FastifyInstance, { database }: Core): void {
  route(app, calls.getJob, async ({ params }, caller) => {
    const row = await findJob(database, params.id);
    if (!row || !(isOffice(caller, 'full') || row.by === administratorOf(caller).email)) throw notFound('This job');
    const left = await findLeftOut(database, [row.id], limits.leftOutShown);
    return { job: jobAnswer(row, left.get(row.id) ?? []) };
  });
  route(app, calls.listJobs, async (_request, caller) => {
    const by = isOffice(caller, 'full') ? undefined : administratorOf(caller).email;
    const rows = await findRecentJobs(database, recentHours, mostListed, by);
    const ids = rows.map((row) => row.id);
    const left = await findLeftOut(database, ids, limits.leftOutShown);
    return { data: rows.map((row) => jobAnswer(row, left.get(row.id) ?? [])) };
  });
}
