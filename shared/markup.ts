import { isWebLink } from './fields.ts';

/** A run of text, bold or not, with an https address if it is a link. */
export interface Piece {
  text: string;
  bold: boolean;
  url?: string;
}

/** A line of a text. */
export type Line = Piece[];

/** A block of the office's text: a paragraph of lines, or a list. */
export type Paragraph = { kind: 'paragraph'; lines: Line[] } | { kind: 'list'; items: Line[] };

// No pattern reads past the next mark of its own kind, so that a long text takes linear time.
const bold = /\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*/g;
const linked = /\[([^[\]\n]+)\]\((https:\/\/[^\s()<>"']+)\)/g;

/** Splits a text by a pattern; the parts between the matches go to `rest`. */
function* split(
  text: string,
  pattern: RegExp,
  match: (match: RegExpMatchArray) => Piece[],
  rest: (text: string) => Piece[],
) {
  let last = 0;
  for (const hit of text.matchAll(pattern)) {
    if (hit.index > last) yield* rest(text.slice(last, hit.index));
    yield* match(hit);
    last = hit.index + hit[0].length;
  }
  if (last < text.length) yield* rest(text.slice(last));
}

const boldPieces = (text: string, url?: string): Piece[] => {
  const piece = (words: string, isBold: boolean): Piece[] => [{ text: words, bold: isBold, ...(url ? { url } : {}) }];
  return [
    ...split(
      text,
      bold,
      ([, words = '']) => piece(words, true),
      (words) => piece(words, false),
    ),
  ];
};

/** Links first: their addresses may hold any mark. */
function piecesOf(line: string): Line {
  return [
    ...split(
      line,
      linked,
      ([whole, words = '', url = '']) => (isWebLink(url) ? boldPieces(words, url) : boldPieces(whole)),
      (text) => boldPieces(text),
    ),
  ];
}

/** Control characters would break out of lines and cells. */
const clean = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();

/**
 * Parses the simple markup of the office: a blank line begins a paragraph, lines that begin with `- ` are a list,
 * `**words**` are bold, `[words](https://…)` a link. Everything else, HTML too, is text.
 */
export function readMarkup(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const part of clean(text).split(/\n[^\S\n]*\n\s*/)) {
    let open: Paragraph | undefined;
    for (const line of part.split('\n')) {
      const isItem = /^\s*- /.test(line);
      if (open?.kind !== (isItem ? 'list' : 'paragraph')) {
        open = isItem ? { kind: 'list', items: [] } : { kind: 'paragraph', lines: [] };
        paragraphs.push(open);
      }
      const pieces = piecesOf(isItem ? line.replace(/^\s*- /, '').trim() : line.trim());
      if (open.kind === 'list') open.items.push(pieces);
      else open.lines.push(pieces);
    }
  }
  return paragraphs;
}
