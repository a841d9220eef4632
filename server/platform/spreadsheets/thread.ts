import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Refusal } from './spreadsheet.ts';

/** A thread that reads one file; communicates by messages. */
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

/**
 * Starts a thread for one file: excessive memory or time ends that thread rather than the server, and delays
 * nobody else. It ends at its limits, with `close`, and with the call that asked for it.
 * @param gone aborted when the client has disconnected
 * @param seconds its CPU time
 */
export function startReading<Request, Answer extends { kind: string }>(
  module: URL,
  workerData: object,
  gone?: AbortSignal,
  seconds: number = readerSeconds,
): ReadingThread<Request, Answer> {
  const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: readerMegabytes } });
  const answers: Answer[] = [];
  let failure: AppError | undefined;
  let wake = () => {};
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
    worker.cpuUsage().then(
      ({ user, system }) => {
        if ((user + system) / 1e6 > seconds) stop(tookTooLong());
      },
      () => {},
    );
  }, looksEveryMs);
  watch.unref();
  if (gone?.aborted) leave();
  gone?.addEventListener('abort', leave);
  worker.on('message', (answer: Answer | ({ kind: 'refused' } & Refusal)) => {
    if (isRefusal(answer)) failure ??= new AppError(answer.code, answer.message);
    else answers.push(answer);
    wake();
  });
  worker.on('error', () => fail(gaveUp()));
  worker.on('exit', () => {
    clearInterval(watch);
    gone?.removeEventListener('abort', leave);
    fail(gaveUp());
  });
  return {
    ask: (request) => worker.postMessage(request),
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
      await worker.terminate();
    },
  };
}

const isRefusal = (answer: { kind: string }): answer is { kind: 'refused' } & Refusal => answer.kind === 'refused';
