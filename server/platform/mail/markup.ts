import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { indianWallClock } from '#shared/clock.ts';
import { isWebLink } from '#shared/fields.ts';

const longDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** A day in India as a letter writes it: 20 February 2027. */
export const dayInWords = (date: Date) => longDay.format(date);

/** A moment in India in words: 3 March 2027 at 10:00 am. */
export function momentInWords(at: Date): string {
  const wall = indianWallClock(at);
  const hours = wall.getUTCHours();
  const minutes = String(wall.getUTCMinutes()).padStart(2, '0');
  return `${dayInWords(at)} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

const shortDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

/** The same where there is little room: 20 Feb 2027. */
export const dayInShort = (date: Date) => shortDay.format(date);

/** A run of text, bold or not, with an https address if it is a link. */
export interface Piece {
  text: string;
  bold: boolean;
  url?: string;
}

type Line = Piece[];

/** A block of the office's text: a paragraph of lines, or a list. */
export type Paragraph = { kind: 'paragraph'; lines: Line[] } | { kind: 'list'; items: Line[] };

// No pattern reads past the next mark of its own kind, so that a long text takes linear time.
const bold = /\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*/g;
const linked = /\[([^[\]\n]+)\]\((https:\/\/[^\s()<>"']+)\)/g;

/** Splits a text by a pattern; the parts between the matches go to `rest`. */
function* split(
  text: string,
  pattern: RegExp,
  match: (found: RegExpMatchArray) => Piece[],
  rest: (text: string) => Piece[],
) {
  let last = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > last) yield* rest(text.slice(last, found.index));
    yield* match(found);
    last = found.index + found[0].length;
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

function pieceText({ text, url }: Piece): string {
  return url === undefined || url === text ? text : `${text} (${url})`;
}
const lineText = (line: Line) => line.map(pieceText).join('');

/** As plain text; links are followed by their address. */
export function markupText(paragraphs: Paragraph[]): string {
  return paragraphs
    .map((each) =>
      each.kind === 'list'
        ? each.items.map((item) => `- ${lineText(item)}`).join('\n')
        : each.lines.map(lineText).join('\n').replace(/^-- $/gm, '--'),
    )
    .join('\n\n');
}

/** @param anchor further attributes of links, with a leading blank */
export function paragraphsHtml(paragraphs: Paragraph[], anchor: string): string {
  const pieceHtml = ({ text, bold: isBold, url }: Piece) => {
    const words = isBold ? `<strong>${escapeMarkup(text)}</strong>` : escapeMarkup(text);
    return url === undefined ? words : `<a href="${escapeMarkup(url)}"${anchor}>${words}</a>`;
  };
  const lineHtml = (line: Line) => line.map(pieceHtml).join('');
  return paragraphs
    .map((each) =>
      each.kind === 'list'
        ? `<ul>${each.items.map((item) => `<li>${lineHtml(item)}</li>`).join('')}</ul>`
        : `<p>${each.lines.map(lineHtml).join('<br>')}</p>`,
    )
    .join('');
}

/** A text of the office as HTML for a page of the site. */
export const markupHtml = (text: string): string =>
  paragraphsHtml(readMarkup(text), ' rel="noopener noreferrer" target="_blank"');
