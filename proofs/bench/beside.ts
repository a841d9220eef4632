import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './measure.ts';
import { milliseconds } from './results.ts';

/**
 * Measures the waiting times of visitors, members and the office while other work runs: a request starts every 50 ms, even if
 * earlier ones are still waiting.
 */
export async function beside<T>(url: string, members: string[], office: string, work: () => Promise<T>): Promise<T> {
  const times: number[] = [];
  let busy = 0;
  const rows: Promise<void>[] = [];
  const addresses = [
    ['/', ''],
    ['/api/Directory/searchDirectory?ProsecutorName=ra', members],
    ['/api/Directory/getbyStatus?status=New', office],
    ['/api/News/getNews', ''],
  ] as const;
  const ask = async (number: number) => {
    const [address, tokens] = addresses[number % addresses.length]!;
    const token = typeof tokens === 'string' ? tokens : tokens[number % tokens.length];
    const began = performance.now();
    const answer = await fetch(`${url}${address}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    await answer.arrayBuffer();
    if (answer.status === 503) busy += 1;
    else if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    times.push(performance.now() - began);
  };
  let isDone = false;
  const asking = (async () => {
    for (let number = 0; !isDone; number += 1) {
      rows.push(ask(number));
      await sleep(50);
    }
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  await asking;
  await Promise.all(rows);
  const figures = [0.5, 0.95, 1].map((share) => milliseconds(percentile(times, share)));
  console.log(
    `  others beside it, ${times.length} calls`.padEnd(48),
    `p50 ${figures[0]}, p95 ${figures[1]}, slowest ${figures[2]} ms${busy > 0 ? `, ${busy} told to try again` : ''}`,
  );
  return result;
}

/** Measures the time of one piece of work in seconds. */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`  ${name.padEnd(46)} ${((performance.now() - began) / 1_000).toFixed(1).padStart(7)} s`);
  return result;
}
