/** Browsers tell what a connection is like where they can. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Long enough that nothing of the first view is in the way of, nor any answer to what was just pressed. */
const restMs = 1_500;

/**
 * Fetches what a press will need once the page is at rest, unless its reader saves data.
 * @returns a function that takes the wish back
 */
export function whenIdle(fetchAhead: () => Promise<unknown>): () => void {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || effectiveType?.endsWith('2g')) return () => {};
  const timer = setTimeout(() => {
    const work = () => void fetchAhead().catch(() => {});
    // Safari has no such call.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2_000 });
    else work();
  }, restMs);
  return () => clearTimeout(timer);
}
