import { useEffect, useState } from 'react';

const { document } = globalThis as {
  document?: { getElementById: (id: string) => { textContent: string | null } | null };
};
/** The scripts with the words of what is loaded later, by its key, in another language than English. */
const files = JSON.parse(document?.getElementById('words')?.textContent ?? '{}') as Record<string, string | undefined>;
/** The keys of the lists whose words are there. */
const there = new Set<string>();

/** What is loaded, once its words are there as well. The build puts it around each import that is run later. */
export const later = <Loaded>(loading: Promise<Loaded>, key: string): Promise<Loaded> =>
  files[key] ? Promise.all([loading, import(/* @vite-ignore */ files[key])]).then(([loaded]) => loaded) : loading;

/**
 * Whether the words of a list are there.
 * @param key of a list whose words load apart
 * @param isWanted one of them is to be shown: then they are fetched
 */
export function useWordsOf(key: string | undefined, isWanted: boolean): boolean {
  const file = key === undefined || there.has(key) ? undefined : files[key];
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
