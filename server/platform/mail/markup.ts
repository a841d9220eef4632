import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { indianWallClock } from '#shared/clock.ts';
import { type Line, type Paragraph, type Piece, readMarkup } from '#shared/markup.ts';

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
