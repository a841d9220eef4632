import { expect, test } from 'vitest';
import { bold, type Edit, link, list, type Selected } from './markup-edits.ts';

/** The text with the selection in bars: 'a |b| c'. */
function parse(shown: string): Selected {
  const [before = '', chosen = '', after = ''] = shown.split('|');
  return { text: before + chosen + after, start: before.length, end: before.length + chosen.length };
}
function apply(shown: string, edit: (selected: Selected) => Edit): string {
  const selected = parse(shown);
  const { from, to, words, select } = edit(selected);
  const text = selected.text.slice(0, from) + words + selected.text.slice(to);
  const [start, end] = [from + select[0], from + select[1]];
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
}

test.each([
  ['From |Monday| on', 'From **|Monday|** on'],
  ['From |Monday |on', 'From **|Monday|** on'],
  ['From **|Monday|** on', 'From |Monday| on'],
  ['||', '**|bold words|**'],
])('bold: %s', (before, after) => {
  expect(apply(before, bold)).toBe(after);
});

test.each([
  ['|Kochi\nThrissur|', '- Kochi\n- Thrissur||'],
  ['- Ko|chi\n- Thris|sur', 'Kochi\nThrissur||'],
  ['At these courts:\nKo||chi', 'At these courts:\n\n- Kochi||'],
  ['- Kochi\nThris||sur', '- Kochi\n- Thrissur||'],
  ['||', '- ||'],
])('list: %s', (before, after) => {
  expect(apply(before, list)).toBe(after);
});

test('a link replaces the selected words', () => {
  expect(apply('See |the order| today', (selected) => link(selected, 'the order', 'https://example.org/1'))).toBe(
    'See [the order](https://example.org/1)|| today',
  );
});
