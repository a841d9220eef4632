const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of each word and three stars, in any script: `A*** R***`. The length of the name stays hidden. */
export function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}***`)
    .join(' ');
}
