const inOneSpelling = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether each word of a search is in one of the texts, ignoring case; an empty search matches all. */
export function matches(search: string, ...texts: string[]): boolean {
  const text = inOneSpelling(texts.join('\n'));
  return inOneSpelling(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
