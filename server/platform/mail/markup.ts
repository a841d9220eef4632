import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { type Line, type Paragraph, type Piece, readMarkup } from '#shared/markup.ts';

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

/** @param anchor further attributes of links, with a leading blank. @param attributes of each paragraph and list */
export function paragraphsHtml(paragraphs: Paragraph[], anchor: string, attributes = ''): string {
  const pieceHtml = ({ text, bold: isBold, url }: Piece) => {
    const words = isBold ? `<strong>${escapeMarkup(text)}</strong>` : escapeMarkup(text);
    return url === undefined ? words : `<a href="${escapeMarkup(url)}"${anchor}>${words}</a>`;
  };
  const lineHtml = (line: Line) => line.map(pieceHtml).join('');
  return paragraphs
    .map((each) =>
      each.kind === 'list'
        ? `<ul${attributes}>${each.items.map((item) => `<li>${lineHtml(item)}</li>`).join('')}</ul>`
        : `<p${attributes}>${each.lines.map(lineHtml).join('<br>')}</p>`,
    )
    .join('');
}

/** A text of the office as HTML for a page of the site. */
export const markupHtml = (text: string): string =>
  paragraphsHtml(readMarkup(text), ' rel="noopener noreferrer" target="_blank"');
