import { useEffect, useRef, useState } from 'react';
import type { BulkAction } from '#shared/contracts/bulk-decisions.ts';
import { type Job, listJobs } from '#shared/contracts/job-progress.ts';
import { formatNumber } from '#shared/money.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import { actionLabels, LeftOutList, outcome } from './outcome.tsx';

const storageKey = 'bulkDecisions';
const pollAgainMs = 1_000;

/** The decisions started in this browser whose notice has not been closed yet, by the job's id. */
type Watched = Record<string, BulkAction>;

function readWatched(): Watched {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Watched;
  } catch {
    return {};
  }
}

/** Decisions about several registrations, stored so that they survive a reload. */
export function useBulkDecisions() {
  const [watched, setWatched] = useState(readWatched);
  const keep = (next: Watched) => {
    setWatched(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Kept for this page only.
    }
  };
  return {
    watched,
    watch: (job: Job, action: BulkAction) => keep({ ...watched, [job.id]: action }),
    close: (id: string) => keep(Object.fromEntries(Object.entries(watched).filter(([other]) => other !== id))),
  };
}

interface Props {
  decisions: ReturnType<typeof useBulkDecisions>;
  /** Called when registrations were decided and lists are outdated. */
  onChanged: () => void;
}

/** Shows the progress of everybody's running decisions about several registrations, and the result of one's own. */
export function JobNotices({ decisions: { watched, close }, onChanged }: Props) {
  const { data, reload } = useLoad(listJobs, {});
  const ids = Object.keys(watched).join();
  const jobs = (data?.data ?? []).filter(({ kind }) => kind === 'decideMany');
  const running = jobs.filter(({ state }) => state === 'running');
  const shown = jobs.filter(({ id, state }) => state === 'running' || watched[id]);

  const lastJobs = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when another decision was started here
  useEffect(() => reload(), [ids, reload]);
  useEffect(() => {
    if (running.length === 0) return;
    const timer = setTimeout(reload, pollAgainMs);
    return () => clearTimeout(timer);
  }, [running, reload]);
  const ended = jobs
    .filter(({ state }) => state !== 'running')
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (lastJobs.current !== ended && data) onChanged();
    lastJobs.current = ended;
  }, [ended, data, onChanged]);

  return shown.map((job) => (
    <Note
      key={job.id}
      className="mb-2"
      tone={toneOf(job)}
      role="status"
      onClose={job.state === 'running' ? undefined : () => close(job.id)}
    >
      {sentence(job, watched[job.id])}
      {job.state === 'running' && (
        <div className="mt-1">
          <Progress label="Decided so far" fraction={job.total === 0 ? 1 : job.done / job.total} />
        </div>
      )}
      <LeftOutList left={job.left} />
    </Note>
  ));
}

function toneOf({ state, summary }: Job) {
  if (state === 'failed') return 'error';
  if (state === 'running') return 'info';
  return summary.left > 0 ? 'warning' : 'success';
}

function sentence(job: Job, action: BulkAction | undefined): string {
  const what = action ? actionLabels[action] : 'Decision about several registrations';
  if (job.state === 'running') return `${what}: ${formatNumber(job.done)} of ${formatNumber(job.total)} (by ${job.by})`;
  const result = outcome(action, job.summary);
  if (job.state === 'done') return `${result}.`;
  return `${what} was broken off after ${formatNumber(job.done)} of ${formatNumber(job.total)}: ${result}. Please try again with the rest.`;
}
