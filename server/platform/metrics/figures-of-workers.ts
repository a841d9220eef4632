import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { Labels } from './figures.ts';

// A request for the metrics reaches one of the processes that share a port. It asks the others through the process that
// started them all.

type Message =
  | { figures: 'wanted' | 'asked'; id: string }
  | { figures: 'given'; id: string; text: string }
  | { figures: 'all'; id: string; texts: string[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'figures' in message;

/** A worker that does not answer in this time is left out. */
const waitMs = 4_000;

/** The label of this process's metrics among those of the other workers. */
export const ofThisProcess: Labels = cluster.worker ? { worker: String(cluster.worker.id) } : {};

/** In the process that started the workers: forwards requests and answers. */
export function relayFigures(): void {
  const heard = new Map<string, (text: string) => void>();
  cluster.on('message', async (from: Worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.figures === 'given') heard.get(message.id)?.(message.text);
    if (message.figures !== 'wanted') return;
    const { id } = message;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const texts: string[] = [];
    const all = new Promise<void>((resolve) => {
      heard.set(id, (text) => {
        if (texts.push(text) === workers.length) resolve();
      });
    });
    for (const worker of workers) worker.send({ figures: 'asked', id } satisfies Message);
    await withTimeout(waitMs, all).catch(() => {});
    heard.delete(id);
    if (from.isConnected()) from.send({ figures: 'all', id, texts } satisfies Message);
  });
}

/**
 * Shares metrics between processes: a worker reads those of all workers, any other process its own.
 * @param readOwn writes those of this process
 */
export function shareFigures(readOwn: () => Promise<string>): { read: () => Promise<string>; stop: () => void } {
  const { worker } = cluster;
  if (!worker) return { read: readOwn, stop: () => {} };
  const waiting = new Map<string, (texts: string[]) => void>();
  const hear = async (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.figures === 'all') waiting.get(message.id)?.(message.texts);
    if (message.figures !== 'asked') return;
    const text = await readOwn();
    if (worker.isConnected()) worker.send({ figures: 'given', id: message.id, text } satisfies Message);
  };
  worker.on('message', hear);
  return {
    async read() {
      const id = randomUUID();
      const all = new Promise<string[]>((resolve) => waiting.set(id, resolve));
      worker.send({ figures: 'wanted', id } satisfies Message);
      try {
        return mergeExpositions(await withTimeout(2 * waitMs, all));
      } finally {
        waiting.delete(id);
      }
    },
    stop: () => void worker.off('message', hear),
  };
}

/** Merges expositions: each family once, and each series once; site-wide values are the same in all. */
export function mergeExpositions(texts: readonly string[]): string {
  const families = new Map<string, Map<string, string>>();
  for (const text of texts) {
    let lines = new Map<string, string>();
    for (const line of text.trimEnd().split('\n')) {
      const [, family] = /^# HELP (\S+)/.exec(line) ?? [];
      if (family) {
        lines = families.get(family) ?? new Map();
        families.set(family, lines);
      }
      const figure = line.startsWith('#') ? line : line.slice(0, line.lastIndexOf(' '));
      if (!lines.has(figure)) lines.set(figure, line);
    }
  }
  return `${[...families.values()].flatMap((lines) => [...lines.values()]).join('\n')}\n`;
}
