import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { SecurityLog } from '#server/platform/log/security-log.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { counted, createCounter, createHistogram, exposition, gauge } from './figures.ts';
import { ofThisProcess, shareFigures } from './figures-of-workers.ts';
import { readStoredFigures, type StoredFigures } from './metrics.queries.ts';

export interface Metrics {
  /** @param call the route's pattern, never an address */
  answered(method: string, call: string, status: number, seconds: number): void;
  /** Wraps the security log, counting its events. */
  counting(security: SecurityLog): SecurityLog;
  /** All metrics as text. */
  read(): Promise<string>;
  close(): void;
}

const secondBounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const nanoseconds = 1e9;

/** Metrics for alerts. They hold no personal data, and a bounded number of series. */
export function createMetrics({ database, config }: Pick<BaseCore, 'database' | 'config'>): Metrics {
  const requests = createCounter('Answered requests by route pattern and status.');
  const seconds = createHistogram('How long answers took.', secondBounds);
  const refusals = createCounter('Who was turned away, as the log of the office names it.');
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let looking: Promise<StoredFigures | null> | undefined;

  /** Reads once for concurrent requests; null when the database does not answer in time. */
  const look = () =>
    (looking ??= withTimeout(3_000, readStoredFigures(database))
      .catch(() => null)
      .finally(() => {
        looking = undefined;
      }));

  async function read(): Promise<string> {
    const [stored, disk] = await Promise.all([look(), statfs(config.dataDir).catch(() => null)]);
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { totalCount, idleCount, waitingCount } = database.pool;
    const replica = database.replicaFigures?.();
    // Since the last read.
    const [mean, p99, max] = [delay.mean, delay.percentile(99), delay.max].map((value) => value / nanoseconds);
    delay.reset();
    const ofProcess = {
      association_requests_total: requests.family,
      association_request_seconds: seconds.family,
      association_refusals_total: refusals.family,
      association_uptime_seconds: gauge('How long this process lives.', process.uptime()),
      association_memory_bytes: gauge('Memory of this process.', [
        [{ kind: 'resident' }, rss],
        [{ kind: 'heap_used' }, heapUsed],
        [{ kind: 'heap_total' }, heapTotal],
        [{ kind: 'external' }, external],
      ]),
      association_event_loop_delay_seconds: gauge('How late timers were since the last look.', [
        // Two reads at the same moment have no samples in between.
        [{ figure: 'mean' }, Number.isFinite(mean) ? mean! : 0],
        [{ figure: 'p99' }, p99!],
        [{ figure: 'max' }, max!],
      ]),
      association_database_connections: gauge('Connections of this process to the database.', [
        [{ state: 'in_use' }, totalCount - idleCount],
        [{ state: 'idle' }, idleCount],
      ]),
      association_database_waiting: gauge('Requests that wait for a connection to the database.', waitingCount),
      ...(replica && {
        association_replica_up: gauge('1 while this process lets the read replica answer.', replica.up ? 1 : 0),
        association_replica_behind_bytes: gauge('What the read replica had yet to apply.', replica.behindBytes),
        association_replica_reads_total: counted('Statements for the read replica, by who has answered them.', [
          [{ answered_by: 'replica' }, replica.answered.replica],
          [{ answered_by: 'primary' }, replica.answered.primary],
        ]),
      }),
    };
    const ofSite = {
      association_database_up: gauge('1 while the database answers within three seconds.', stored ? 1 : 0),
      ...(stored && {
        association_mails: gauge(
          'Mails that wait, are late (due for more than 15 minutes), or failed in the last 30 days.',
          [
            [{ state: 'waiting' }, stored.mails.waiting],
            [{ state: 'late' }, stored.mails.late],
            [{ state: 'failed' }, stored.mails.failed],
          ],
        ),
        association_jobs: gauge('Jobs under way, those among them whose step keeps failing, and failed ones.', [
          [{ state: 'running' }, stored.jobs.running],
          [{ state: 'struggling' }, stored.jobs.struggling],
          [{ state: 'failed' }, stored.jobs.failed],
        ]),
        association_last_backup_timestamp_seconds: gauge(
          'When the last good backup was complete; 0 when there was none.',
          (stored.lastBackupAt?.getTime() ?? 0) / 1_000,
        ),
      }),
      ...(disk && {
        association_disk_free_bytes: gauge('Room on the disk of the data folder.', disk.bavail * disk.bsize),
        association_disk_total_bytes: gauge('Size of the disk of the data folder.', disk.blocks * disk.bsize),
      }),
    };
    return exposition(ofProcess, ofThisProcess) + exposition(ofSite);
  }

  const shared = shareFigures(read);
  return {
    answered(method, call, status, took) {
      requests.add({ method, call, status: String(status) });
      seconds.observe({ call }, took);
    },
    counting: (security) => ({
      ...security,
      note(event) {
        refusals.add({ action: event.action });
        security.note(event);
      },
    }),
    read: shared.read,
    close() {
      shared.stop();
      delay.disable();
    },
  };
}
