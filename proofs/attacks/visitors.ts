import { setTimeout as sleep } from 'node:timers/promises';

export interface Visits {
  /** The number of answers by status. */
  answers: Record<string, number>;
  /** Milliseconds until the answer. */
  p50: number;
  p95: number;
  slowest: number;
}

interface Visit {
  address: string;
  /** Ends the visits. */
  over: AbortSignal;
  /** Requested in turn. */
  paths?: readonly string[];
  /** The number of simultaneous visitors. */
  people?: number;
  /** Called with each answer's status; 'none' if there was none. */
  onAnswer?: (status: string) => void;
}

/** Simulates visitors who read the site during an attack, each with a short pause after an answer. */
export async function visit({
  address,
  over,
  paths = ['/', '/api/News/GetNewsbystatus?limit=3', '/about', '/api/Settings/get'],
  people = 2,
  onAnswer,
}: Visit): Promise<Visits> {
  const answers: Visits['answers'] = {};
  const times: number[] = [];
  let count = 0;
  const person = async () => {
    while (!over.aborted) {
      const began = performance.now();
      const status = await fetch(address + paths[count++ % paths.length], { signal: AbortSignal.timeout(20_000) })
        .then(async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        })
        .catch(() => 'none');
      times.push(performance.now() - began);
      answers[status] = (answers[status] ?? 0) + 1;
      onAnswer?.(status);
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { answers, p50: at(0.5), p95: at(0.95), slowest: at(1) };
}
