/** The Network Information API, which some browsers have. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The number of scripts being prefetched; a failed prefetch must not reload the page. */
export const ahead = { fetching: 0 };

/** Prefetches code and ignores a failure; the code is fetched again, and the failure shown, when it is needed. */
export async function fetchAhead<T>(fetchIt: () => Promise<T>): Promise<T | undefined> {
  ahead.fetching++;
  try {
    return await fetchIt();
  } catch {
    return undefined;
  } finally {
    ahead.fetching--;
  }
}

/** Long enough not to delay the first view or the response to a press. */
const restMs = 1_500;

/**
 * Prefetches code for the next press once the page is idle, unless the visitor saves data.
 * @returns a function that cancels it
 */
export function whenIdle(fetchIt: () => Promise<unknown>): () => void {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || effectiveType?.endsWith('2g')) return () => {};
  const timer = setTimeout(() => {
    const work = () => void fetchAhead(fetchIt);
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2_000 });
    else work();
  }, restMs);
  return () => clearTimeout(timer);
}
