/** Browsers tell what a connection is like where they can. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Program code that a page can do without for now, being fetched: for want of it nobody's page is loaded again. */
export const ahead = { fetching: 0 };

/** Fetches such code. It is asked for again when it is needed, and a failure shows up there. */
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

/** Long enough that nothing of the first view is in the way of, nor any answer to what was just pressed. */
const restMs = 1_500;

/**
 * Fetches what a press will need once the page is at rest, unless its reader saves data.
 * @returns a function that takes the wish back
 */
export function whenIdle(fetchIt: () => Promise<unknown>): () => void {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || effectiveType?.endsWith('2g')) return () => {};
  const timer = setTimeout(() => {
    const work = () => void fetchAhead(fetchIt);
    // Safari has no such call.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2_000 });
    else work();
  }, restMs);
  return () => clearTimeout(timer);
}
