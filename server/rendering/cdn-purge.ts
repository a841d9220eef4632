import type { Config } from '#server/config.ts';
import type { Log } from '#server/platform/log/log.ts';
import { createLoop, type Loop, nameOf } from '#server/platform/loop.ts';

/** Changes within this time lead to one purge. */
const gatherMs = 500;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const waitMs = 10_000;

/**
 * Purges the public pages from a CDN, and retries until that succeeds. The call is Cloudflare's: a POST with a bearer token that
 * asks to purge everything; any other CDN needs a small receiver that translates.
 */
export function createCdnPurge({ url, token }: NonNullable<Config['cdnPurge']>, log: Log): Loop {
  const stopped = new AbortController();
  let pause = 0;

  /** @returns why the purge failed; '' when it succeeded */
  async function tell(): Promise<string> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ purge_everything: true }),
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(waitMs)]),
      });
      await answer.body?.cancel();
      return answer.ok ? '' : `it answered ${answer.status}`;
    } catch (error) {
      return nameOf(error);
    }
  }

  const loop = createLoop(
    async (isStopping) => {
      const reason = await tell();
      if (reason === '') pause = 0;
      if (reason === '' || isStopping()) return Infinity;
      log.warn({ reason }, 'the CDN was not told to forget the public pages; it is tried again');
      pause = Math.min(pause * 2 || firstPauseMs, longestPauseMs);
      return pause;
    },
    { failed: () => longestPauseMs, gatherMs },
  );

  return {
    start: loop.start,
    /** The public pages have changed. */
    wake: loop.wake,
    async stop() {
      stopped.abort();
      await loop.stop();
    },
  };
}
