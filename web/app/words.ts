/** The scripts with the words of each page, in another language than English. */
const files = JSON.parse(document.getElementById('words')?.textContent ?? '{}') as Record<string, string | undefined>;

/** Loads what a page says, by its route; '' for what all pages say. */
export const loadWords = (path: string): Promise<unknown> =>
  files[path] ? import(/* @vite-ignore */ files[path]) : Promise.resolve();
