import type { JobRow, LeftOut } from '#server/platform/jobs/jobs.queries.ts';
import type { Job } from '#shared/contracts/job-progress.ts';

/** A job in the names of the wire. */
export function jobAnswer(row: JobRow, left: LeftOut[]): Job {
  return {
    _id: row.id,
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
