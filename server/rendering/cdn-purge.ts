import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/core.ts';

/** Changes within this time lead to one purge. */
const gatherMs = 500;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const waitMs = 10_000;

/**
 * Purges the public pages from a CDN, and retries until that succeeds. The call is Cloudflare's: a POST with a bearer token that
 * asks to purge everything; any other CDN needs a small receiver that translates.
 */
export function createCdnPurge({ url, token }: NonNullable<Config['cdnPurge']>, log: Log) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isWaiting = false;
  let running: Promise<void> | undefined;

  /** @returns why the purge failed; '' when it succeeded */
  async function tell(): Promise<string> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ purge_everything: true }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
      });
      await answer.body?.cancel();
      return answer.ok ? '' : `it answered ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  }

  async function run(): Promise<void> {
    let pause = firstPauseMs;
    await sleep(gatherMs, undefined, { signal });
    while (isWaiting) {
      isWaiting = false;
      const reason = await tell();
      if (reason === '') {
        pause = firstPauseMs;
        continue;
      }
      isWaiting = true;
      log.warn({ reason }, 'the CDN was not told to forget the public pages; it is tried again');
      await sleep(pause, undefined, { signal });
      pause = Math.min(pause * 2, longestPauseMs);
    }
  }

  return {
    /** The public pages have changed. */
    changed(): void {
      isWaiting = true;
      running ??= run()
        // It rejects only when the server stops.
        .catch(() => {})
        .finally(() => {
          running = undefined;
        });
    },
    async stop(): Promise<void> {
      stopped.abort();
      await running;
    },
  };
}
