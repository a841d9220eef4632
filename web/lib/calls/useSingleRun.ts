import { useCallback, useRef, useState } from 'react';

/**
 * Runs one piece of work at a time: a second press may come before React has disabled the button, and must not send twice.
 * `run` resolves to undefined if it did not start the work; errors of the work pass through.
 */
export function useSingleRun() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
