const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of each word and three stars, in whatever script: `A*** R***`. How long the name is stays hidden. */
export function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}***`)
    .join(' ');
}
