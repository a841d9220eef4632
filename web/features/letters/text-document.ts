import { type Node, Schema } from 'prosemirror-model';
import { isWebLink } from '#shared/fields.ts';
import { type Line, readMarkup } from '#shared/markup.ts';

/** What a letter's text can have: paragraphs of lines, lists, bold words and links. */
export const textSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    list: { content: 'item+', group: 'block', parseDOM: [{ tag: 'ul' }, { tag: 'ol' }], toDOM: () => ['ul', 0] },
    item: { content: 'paragraph', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    line: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
  marks: {
    link: {
      attrs: { url: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          // What leads elsewhere is pasted as its words.
          getAttrs: (link) => {
            const url = link.getAttribute('href') ?? '';
            return isLinked(url) ? { url } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.url as string, rel: 'noopener noreferrer' }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  },
});

const { nodes, marks } = textSchema;

/** Whether the mails make a link to this address: the signs that end one in their text are not in it. */
export const isLinked = (url: string) => /^https:\/\/[^\s()<>"']+$/.test(url) && isWebLink(url);

const inline = (line: Line): Node[] =>
  line
    .filter(({ text }) => text !== '')
    .map(({ text, bold, url }) =>
      textSchema.text(text, [
        ...(url === undefined ? [] : [marks.link.create({ url })]),
        ...(bold ? [marks.bold.create()] : []),
      ]),
    );

/** The document of a stored text, as the mails read it. */
export function documentOf(text: string): Node {
  const blocks = readMarkup(text).map((block) =>
    block.kind === 'list'
      ? nodes.list.create(
          null,
          block.items.map((item) => nodes.item.create(null, nodes.paragraph.create(null, inline(item)))),
        )
      : nodes.paragraph.create(
          null,
          block.lines.flatMap((line, index) => [...(index === 0 ? [] : [nodes.line.create()]), ...inline(line)]),
        ),
  );
  return nodes.doc.create(null, blocks.length === 0 ? [nodes.paragraph.create()] : blocks);
}

/** Words between the marks of bold ones, which have to touch them; a star cannot be bold. */
const inBold = (words: string) => words.replace(/[^\s*](?:[^*]*[^\s*])?/g, '**$&**');

/** The text that is stored for a document. */
export function textOf(document: Node): string {
  const blocks: string[] = [];
  document.forEach((block) => {
    if (block.type === nodes.list) {
      const items: string[] = [];
      // An item is one line.
      block.forEach((item) => void items.push(`- ${linesOf(item.firstChild!).join(' ')}`));
      blocks.push(items.filter((item) => item !== '- ').join('\n'));
    } else {
      blocks.push(linesOf(block).join('\n'));
    }
  });
  // A list ends with the next line that is no item, and an empty line would only end the paragraph.
  return blocks.filter((text) => text !== '').join('\n\n');
}

/** The lines of a paragraph without empty ones, each as it is stored. */
function linesOf(paragraph: Node): string[] {
  const lines: { text: string; bold: boolean; url: string }[][] = [[]];
  paragraph.forEach((node) => {
    if (node.type === nodes.line) {
      lines.push([]);
      return;
    }
    const url = String(marks.link.isInSet(node.marks)?.attrs.url ?? '');
    lines.at(-1)!.push({ text: node.text ?? '', bold: marks.bold.isInSet(node.marks) !== undefined, url });
  });
  return lines
    .map((pieces) => {
      let text = '';
      for (const [index, { text: words, bold, url }] of pieces.entries()) {
        const plain = url === '' ? words : words.replace(/[[\]]/g, ' ');
        if (url !== '' && pieces[index - 1]?.url !== url) text += '[';
        text += bold ? inBold(plain) : plain;
        if (url !== '' && pieces[index + 1]?.url !== url) text += `](${url})`;
      }
      // Typed at the beginning of a line, it would become a list that is not on the screen.
      return text.trim().replace(/^- /, '– ');
    })
    .filter((text) => text !== '');
}
