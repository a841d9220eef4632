/** A text and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** The part of a text to replace, and what is selected afterwards, counted from the part's beginning. */
export interface Edit {
  from: number;
  to: number;
  words: string;
  select: readonly [number, number];
}

const mark = '**';

/** Makes the selected words bold, or no longer bold; without any, words to be typed over. */
export function bold({ text, start, end }: Selected): Edit {
  const chosen = text.slice(start, end);
  const words = chosen.trim();
  if (text.slice(start - mark.length, start) === mark && text.slice(end, end + mark.length) === mark && words !== '')
    return { from: start - mark.length, to: end + mark.length, words: chosen, select: [0, chosen.length] };
  const shown = words || 'bold words';
  // The marks touch the words, or they are none.
  const before = words === '' ? '' : chosen.slice(0, chosen.indexOf(words));
  const after = words === '' ? '' : chosen.slice(before.length + words.length);
  const begins = before.length + mark.length;
  return {
    from: start,
    to: end,
    words: `${before}${mark}${shown}${mark}${after}`,
    select: [begins, begins + shown.length],
  };
}

const bullet = '- ';

/** Makes the selected lines a list, or no longer one. A list stands in a paragraph of its own. */
export function list({ text, start, end }: Selected): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isList = lines.every((line) => line === '' || line.startsWith(bullet)) && lines.some((line) => line !== '');
  const words = lines
    .map((line) => (isList ? line.replace(bullet, '') : line === '' && lines.length > 1 ? line : `${bullet}${line}`))
    .join('\n');
  const above = text.slice(0, from);
  const gap = isList || above === '' || /\n\n$|(^|\n)- [^\n]*\n$/.test(above) ? '' : '\n';
  return { from, to, words: `${gap}${words}`, select: [gap.length + words.length, gap.length + words.length] };
}

/** Puts in words that lead to an address. */
export const link = ({ start, end }: Selected, words: string, address: string): Edit => {
  const whole = `[${words}](${address})`;
  return { from: start, to: end, words: whole, select: [whole.length, whole.length] };
};
