import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** An item that was left out, and why. */
export const leftOut = z.object({
  /** The record's. */
  id: z.string(),
  /** '' for an unknown record. */
  reference: z.string(),
  code: z.string(),
  /** For a person. */
  message: z.string(),
});
export type LeftOut = z.output<typeof leftOut>;

/** The numbers of finished items, and of those left out. */
export const jobSummary = z.object({ decided: z.number(), left: z.number() });

/** Work that goes on after the call that began it. */
export const job = z.object({
  id: answeredId,
  kind: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  total: z.number(),
  /** Items done so far, including those left out. */
  done: z.number(),
  summary: jobSummary,
  /** The first thousand. */
  left: z.array(leftOut),
  /** An administrator's e-mail, or 'website'. */
  by: z.string(),
  startedAt: isoDate,
  endedAt: isoDate.nullable(),
});
export type Job = z.output<typeof job>;

export const getJob = endpoint('GET /Jobs/get/{id}', 'How far a job has come', {
  power: everyAdministrator,
  params: byId,
  response: answerOf({ job }),
});

export const listJobs = endpoint('GET /Jobs/list', 'Jobs that run, and those that ended within a day', {
  power: everyAdministrator,
  response: answerOf({ data: z.array(job) }),
});
