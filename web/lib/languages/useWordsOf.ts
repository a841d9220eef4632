import { useEffect, useState } from 'react';
import { wordFiles } from './words.ts';

/** The keys of the lists whose words are there. */
const there = new Set<string>();

/**
 * Loads the words of a list when they are needed.
 * @param key of a list whose words load apart
 * @param isWanted one of them is to be shown: then they are fetched
 * @returns whether they are there
 */
export function useWordsOf(key: string | undefined, isWanted: boolean): boolean {
  const file = key === undefined || there.has(key) ? undefined : wordFiles[key];
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!file || !isWanted) return;
    let isShown = true;
    const done = () => {
      there.add(key!);
      if (isShown) setLoaded(true);
    };
    // Without them the list is in English.
    import(/* @vite-ignore */ file).then(done, done);
    return () => {
      isShown = false;
    };
  }, [file, key, isWanted]);
  return file === undefined;
}
