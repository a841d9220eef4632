/** Whether every word of a search is found in one of the texts, whatever the case of letters; an empty search finds all. */
export function matches(search: string, ...texts: string[]): boolean {
  const text = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
