import { useCallback, useEffect, useState } from 'react';

/** A module that is loaded when needed, with a retry after a failure. */
export interface Chunk<T> {
  module: T | null;
  failed: boolean;
  retry: () => void;
}

/** @param load the same function each time; called once `wanted` is true */
export function useChunk<T>(load: () => Promise<T>, isNeeded: boolean): Chunk<T> {
  // Wrapped in an object, as a state setter would call a function.
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  const [failed, setFailed] = useState(false);

  const start = useCallback(() => {
    setFailed(false);
    load().then(
      (module) => setLoaded({ module }),
      () => setFailed(true),
    );
  }, [load]);

  useEffect(() => {
    if (isNeeded) start();
  }, [isNeeded, start]);

  return { module: loaded?.module ?? null, failed, retry: start };
}
