import { escapeMarkup } from '#server/platform/escape-markup.ts';

/** Plain text as HTML: an empty line begins a paragraph, line breaks are kept. */
export function paragraphs(text: string): string {
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeMarkup(paragraph.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}
