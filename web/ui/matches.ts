/** Whether each word of a search is in one of the texts, ignoring case; an empty search matches all. */
export function matches(search: string, ...texts: string[]): boolean {
  const text = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
