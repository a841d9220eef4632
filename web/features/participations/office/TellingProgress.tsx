import { useEffect } from 'react';
import { getJob } from '#shared/contracts/job-progress.ts';
import { formatNumber } from '#shared/money.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';

const pollAgainMs = 1_000;

/** The progress of a job that sends mails. */
export function TellingProgress({ job: id, onClose }: { job: string; onClose: () => void }) {
  const { data, failed, reload } = useLoad(getJob, { params: { id } });
  const job = data?.job;
  const ended = job !== undefined && job.state !== 'running';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer schedules the next call
  useEffect(() => {
    if (ended) return;
    const timer = setTimeout(reload, pollAgainMs);
    return () => clearTimeout(timer);
  }, [data, failed, ended, reload]);
  if (!job) return null;
  return (
    <Note
      className="mb-2"
      tone={job.state === 'failed' ? 'error' : job.state === 'done' ? 'success' : 'info'}
      role="status"
      onClose={ended ? onClose : undefined}
    >
      {job.state === 'failed'
        ? `Writing was broken off after ${formatNumber(job.done)} of ${formatNumber(job.total)} participants.`
        : `Mails prepared for ${formatNumber(job.done)} of ${formatNumber(job.total)} participants`}
      {!ended && (
        <div className="mt-1">
          <Progress label="Prepared so far" fraction={job.total === 0 ? 1 : job.done / job.total} />
        </div>
      )}
    </Note>
  );
}
