import { useCallback, useRef, useState } from 'react';

/**
 * Runs one piece of work at a time: a second press comes before React has drawn the disabled button, and is not to send
 * twice. `run` gives undefined for what was not begun; what the work throws, it throws.
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
