/** The results of several parallel callers, each making one call after the other. */
export interface Figures {
  requestsPerSecond: number;
  /** Milliseconds seen by the caller. */
  p50: number;
  p95: number;
  p99: number;
}

/** The percentile at `share` (0 to 1). */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Runs `callers` in parallel, each starting its next piece of work when the last is done.
 * @param work gets the number of the piece, from 0 on, in the same order in every measurement
 */
export async function measure(
  callers: number,
  seconds: number,
  work: (index: number, caller: number) => Promise<void>,
): Promise<Figures> {
  const times: number[] = [];
  let index = 0;
  const began = performance.now();
  const end = began + seconds * 1_000;
  const worker = async (caller: number) => {
    while (performance.now() < end) {
      const start = performance.now();
      await work(index++, caller);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => worker(caller)));
  const took = (performance.now() - began) / 1_000;
  return {
    requestsPerSecond: times.length / took,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

const ms = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 2 : 1));

/** One line of figures, aligned with the others. */
export function line(name: string, { requestsPerSecond, p50, p99 }: Figures, more = ''): string {
  const rate = requestsPerSecond.toFixed(0).padStart(7);
  return `  ${name.padEnd(46)} ${rate} req/s   p50 ${ms(p50).padStart(6)} ms   p99 ${ms(p99).padStart(6)} ms${more}`;
}
