import { describe, expect, it } from 'vitest';
import { readMarkup } from '#shared/markup.ts';
import { documentOf, isLinked, textOf, textSchema } from './text-document.ts';

const again = (text: string) => textOf(documentOf(text));

describe('a stored text in the editor', () => {
  it.each([
    [
      'Dear friends,\nwe **meet** on Monday.\n\nAgenda:\n\n- Accounts\n- [Papers](https://www.example.org/a?b=1&c=2)\n\nThank you',
    ],
    ['**All bold**'],
    ['**One** and **two**, **three**'],
    ['[**b**](https://example.org)'],
    ['[one **two** three](https://example.org) and [four](https://example.org/x)'],
    ['- **a** b\n- [c](https://example.org/c)'],
    ['नमस्ते **मित्रों**\n\n- पहला\n- दूसरा'],
    ['2 ** 3 ** 4'],
    ['-no list'],
    ['<b>no HTML</b> & {{name}}'],
    ['[x](javascript:alert(1)) [y](http://example.org)'],
    ['_no_ # mark `of` > others'],
    ['a*b*c ** **d**'],
  ])('stays as it is: %j', (text) => {
    expect(again(text)).toBe(text);
  });

  it.each([
    ['Agenda:\n- Accounts\n- Report\nThank you'],
    ['one\n\n\n\n two  \n\t\nthree'],
    ['  - indented\n - more'],
    ['**not\nbold**'],
    ['one\r\ntwo\u2028three'],
    ['[**a** ](https://example.org)**b** c'],
    ['- \n- a'],
    ['**a****b**'],
  ])('is read by the mails as before: %j', (text) => {
    const markup = readMarkup(again(text));
    const lines = (read: ReturnType<typeof readMarkup>) =>
      read.map((block) => {
        const all = block.kind === 'list' ? block.items : block.lines;
        return [block.kind, all.filter((line) => line.length > 0).map((line) => joined(line))];
      });
    expect(lines(markup)).toEqual(lines(readMarkup(text)));
    // A second visit changes nothing.
    expect(again(again(text))).toBe(again(text));
  });

  it('is empty where nothing was written', () => {
    expect(again('')).toBe('');
    expect(again(' \n\n ')).toBe('');
  });

  it('makes of every document a text that the mails read as it was seen', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const words = ['order', 'of the ', ' court', '**', 'a*b', '- x', '[y]', ' ', 'न्याय', '(z)', '1.'];
    const { nodes, marks } = textSchema;
    const inline = () =>
      Array.from({ length: random(5) }, () =>
        random(8) === 0
          ? nodes.line.create()
          : textSchema.text(words[random(words.length)]!, [
              ...(random(4) === 0 ? [marks.link.create({ url: `https://example.org/${random(2)}` })] : []),
              ...(random(3) === 0 ? [marks.bold.create()] : []),
            ]),
      );
    const paragraph = () => nodes.paragraph.create(null, inline());
    for (let round = 0; round < 500; round += 1) {
      const blocks = Array.from({ length: 1 + random(4) }, () =>
        random(3) === 0
          ? nodes.list.create(null, [nodes.item.create(null, paragraph()), nodes.item.create(null, paragraph())])
          : paragraph(),
      );
      const text = textOf(nodes.doc.create(null, blocks));
      // What is stored is what the next visit shows and stores.
      expect(again(text), JSON.stringify(text)).toBe(text);
    }
  });
});

/** Neighbours of one kind as one piece, without the blanks at their ends. */
type Pieces = { text: string; bold: boolean; url?: string }[];

function joined(line: Readonly<Pieces>) {
  const all: Pieces = [];
  for (const piece of line) {
    const last = all.at(-1);
    if (last && last.bold === piece.bold && last.url === piece.url) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all.map(({ text, ...rest }) => ({ ...rest, text: text.trim() })).filter(({ text }) => text !== '');
}

it('takes only addresses that the mails make links of', () => {
  expect(isLinked('https://example.org/a?b=1#c')).toBe(true);
  for (const url of ['http://example.org', 'javascript:alert(1)', 'https://a.example/(x)', 'https://a@b.example', ''])
    expect(isLinked(url)).toBe(false);
});
