import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import type { TypesetAnswer, TypesetJob } from './typesetter.worker.ts';

interface Waiting {
  resolve(bytes: Uint8Array<ArrayBuffer>): void;
  reject(error: Error): void;
}

/** Fonts and shaping take memory, which is freed when the thread is idle. */
const idleMs = 60_000;
const threadMegabytes = 256;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let jobs = 0;
const waiting = new Map<number, Waiting>();

const failed = () =>
  new AppError('UNAVAILABLE', 'The document could not be made. Please try again in a moment.', { retryAfter: 5 });

function start(): Worker {
  const started = new Worker(new URL('./typesetter.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
  });
  started.unref();
  started.on('message', (answer: TypesetAnswer) => {
    const job = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('bytes' in answer) job?.resolve(answer.bytes);
    else job?.reject(new Error(`a document could not be set: ${answer.failure}`));
    if (waiting.size === 0) rest(started);
  });
  // The `exit` event follows.
  started.on('error', () => {});
  started.on('exit', () => {
    if (worker !== started) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(failed());
    waiting.clear();
  });
  return started;
}

function rest(started: Worker): void {
  started.unref();
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (waiting.size > 0 || worker !== started) return;
    worker = undefined;
    void started.terminate();
  }, idleMs);
  idle.unref();
}

/**
 * Typesets a document in its thread, which starts with the first one and ends when idle.
 * @throws UNAVAILABLE when that thread has died
 */
export function typeset(job: TypesetJob): Promise<Uint8Array<ArrayBuffer>> {
  worker ??= start();
  clearTimeout(idle);
  worker.ref();
  jobs += 1;
  const id = jobs;
  const answer = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, job });
  return answer;
}

const maxBytes = 32 * 1024 * 1024;
const keptMs = 60 * 60 * 1_000;

type Bytes = Uint8Array;

/** A cache of recent documents: each takes a good part of a second, and a reload asks for it again. */
export function createDocumentCache() {
  const cache = new LRUCache<string, Bytes, () => Promise<Bytes>>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: keptMs,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return {
    /** The document made of exactly this, from the cache or new; concurrent requests share one. */
    async get(madeOf: object, make: () => Promise<Bytes>): Promise<Bytes> {
      const key = createHash('sha256').update(JSON.stringify(madeOf)).digest('base64url');
      return (await cache.fetch(key, { context: make })) ?? make();
    },
  };
}
