import { Worker } from 'node:worker_threads';

/** Of the machine on which the limits of the tests were set: two cores at 2.6 GHz. */
const usualMs = 800;

/**
 * How long three workers, as many as run tests, take for the same work at once. So it counts cores, their speed, and what else
 * the machine does.
 */
function measureMs(): number {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const code = `const { createHash } = require('node:crypto'); const done = require('node:worker_threads').workerData;
    let value = 'x'; for (let turn = 0; turn < 150_000; turn += 1) value = createHash('sha256').update(value).digest('hex');
    Atomics.add(done, 0, 1); Atomics.notify(done, 0);`;
  const started = performance.now();
  for (let index = 0; index < 3; index += 1) new Worker(code, { eval: true, workerData: done }).unref();
  for (let count = 0; count < 3; count = Atomics.load(done, 0)) Atomics.wait(done, 0, count, 60_000);
  return performance.now() - started;
}

/** Measured once a run, by the process that reads the configuration; those that it starts take it from the environment. */
process.env.TEST_SLOWNESS ??= Math.min(5, Math.max(1, measureMs() / usualMs)).toFixed(2);
const slowness = Number(process.env.TEST_SLOWNESS);

/** A limit in milliseconds on the usual machine, as long as this machine needs it. */
export const scaled = (ms: number): number => Math.round(ms * slowness);
