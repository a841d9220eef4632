import { useCallback, useEffect, useState } from 'react';

/** A part of the program that is fetched when it is needed, and again when that failed. */
export interface Chunk<T> {
  module: T | null;
  failed: boolean;
  retry: () => void;
}

/** @param load the same function each time; called once `wanted` is true */
export function useChunk<T>(load: () => Promise<T>, wanted: boolean): Chunk<T> {
  // Boxed: a module's own value may be a function, which a state setter would call.
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
    if (wanted) start();
  }, [wanted, start]);

  return { module: loaded?.module ?? null, failed, retry: start };
}
