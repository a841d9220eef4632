const { document } = globalThis as {
  document?: { getElementById: (id: string) => { textContent: string | null } | null };
};
/** The scripts with the words of what is loaded later, by its key, in another language than English. */
export const wordFiles = JSON.parse(document?.getElementById('words')?.textContent ?? '{}') as Record<
  string,
  string | undefined
>;

/** What is loaded, once its words are there as well. The build puts it around each import that is run later. */
export const later = <Loaded>(loading: Promise<Loaded>, key: string): Promise<Loaded> =>
  wordFiles[key]
    ? Promise.all([loading, import(/* @vite-ignore */ wordFiles[key])]).then(([loaded]) => loaded)
    : loading;
