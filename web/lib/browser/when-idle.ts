import { fetchAhead } from './lazyPart.ts';

/** The Network Information API, which some browsers have. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
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
