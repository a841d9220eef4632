import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Refusal } from './spreadsheet.ts';

/** A thread that reads a file; communicates by messages. */
export interface ReadingThread<Request, Answer> {
  ask(request: Request): void;
  /** The next answer. @throws TOO_LARGE, UNSUPPORTED_FILE */
  next(): Promise<Answer>;
  close(): Promise<void>;
}

const { readerMegabytes, readerSeconds } = limits;
const looksEveryMs = 500;

const gaveUp = () =>
  new AppError('TOO_LARGE', 'This file needs too much memory to be read. Please split it into smaller ones.');
const tookTooLong = () =>
  new AppError(
    'UNSUPPORTED_FILE',
    'This file takes too long to be read. Please save it again as CSV, or split it into smaller ones.',
  );

/** Threads that have read a file to its end, by their module: starting one takes longer than reading most files. */
const idle = new Map<string, Worker>();
const idleMs = 60_000;

/** Forgets who listens, but not what Node.js itself hears. */
function quiet(worker: Worker): void {
  for (const event of ['message', 'error', 'exit', 'taken']) worker.removeAllListeners(event);
}

function rest(module: URL, worker: Worker): void {
  quiet(worker);
  const end = setTimeout(() => void worker.terminate(), idleMs).unref();
  const forget = () => {
    clearTimeout(end);
    if (idle.get(module.href) === worker) idle.delete(module.href);
  };
  // The `exit` event follows.
  worker.on('error', () => {});
  worker.on('exit', forget);
  worker.once('taken', forget);
  worker.unref();
  void idle.get(module.href)?.terminate();
  idle.set(module.href, worker);
}

const cpuSeconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;

/** @returns a thread, and the CPU seconds of its earlier files */
function acquire(module: URL): [Worker, Promise<number>] {
  const worker = idle.get(module.href);
  if (!worker) {
    const resourceLimits = { maxOldGenerationSizeMb: readerMegabytes };
    return [new Worker(module, { resourceLimits }), Promise.resolve(0)];
  }
  worker.emit('taken');
  quiet(worker);
  worker.ref();
  return [worker, worker.cpuUsage().then(cpuSeconds, () => 0)];
}

/**
 * Takes a thread for one file: excessive memory or time ends that thread rather than the server, and delays
 * nobody else. It ends at its limits, with a refused file, and with the call that asked for it; else it can read another file.
 * @param file told to the thread in the first message
 * @param gone aborted when the client has disconnected
 * @param seconds its CPU time
 */
export function startReading<Request, Answer extends { kind: string }>(
  module: URL,
  file: object,
  gone?: AbortSignal,
  seconds: number = readerSeconds,
): ReadingThread<Request, Answer> {
  const [worker, before] = acquire(module);
  const answers: Answer[] = [];
  let failure: AppError | undefined;
  /** What was asked and is not answered; `rows` are a part of an answer. */
  let pending = 0;
  let wake = () => {};
  const ask = (message: object) => {
    pending += 1;
    worker.postMessage(message);
  };
  const fail = (error: AppError) => {
    failure ??= error;
    wake();
  };
  const stop = (error: AppError) => {
    fail(error);
    void worker.terminate();
  };
  const leave = () => stop(new AppError('UNSUPPORTED_FILE', 'The upload was ended.'));
  const watch = setInterval(() => {
    Promise.all([worker.cpuUsage(), before]).then(
      ([usage, earlier]) => {
        if (cpuSeconds(usage) - earlier > seconds) stop(tookTooLong());
      },
      () => {},
    );
  }, looksEveryMs);
  watch.unref();
  const release = () => {
    clearInterval(watch);
    gone?.removeEventListener('abort', leave);
  };
  if (gone?.aborted) leave();
  gone?.addEventListener('abort', leave);
  worker.on('message', (answer: Answer | ({ kind: 'refused' } & Refusal)) => {
    if (answer.kind !== 'rows') pending -= 1;
    if (isRefusal(answer)) failure ??= new AppError(answer.code, answer.message);
    else answers.push(answer);
    wake();
  });
  worker.on('error', () => fail(gaveUp()));
  worker.on('exit', () => {
    release();
    fail(gaveUp());
  });
  ask(file);
  return {
    ask: (request) => ask(request as object),
    async next() {
      for (;;) {
        const answer = answers.shift();
        if (answer) return answer;
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async close() {
      const isDone = pending === 0 && failure === undefined;
      failure ??= gaveUp();
      if (!isDone) return void (await worker.terminate());
      release();
      rest(module, worker);
    },
  };
}

const isRefusal = (answer: { kind: string }): answer is { kind: 'refused' } & Refusal => answer.kind === 'refused';
