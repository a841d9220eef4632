import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { Wording } from '#shared/errors.ts';
import { withoutBreaks } from '#shared/fields.ts';
import { type Language, languageNames, pageIn } from '#shared/languages.ts';
import { type Paragraph, readMarkup } from '#shared/markup.ts';
import { languageOfText } from '#shared/text-language.ts';
import { markupText, paragraphsHtml } from './markup.ts';

/** A mail as its template describes it; the text and the HTML part are both made from it, so that they cannot differ. */
export interface Letter {
  subject: string;
  blocks: Block[];
}

export type Block =
  | { kind: 'text'; text: Wording }
  /** The office's own words, as they were typed. */
  | { kind: 'lines'; text: string }
  /** Each pair is a line of its own. */
  | { kind: 'facts'; facts: [label: Wording, value: string][] }
  /** In the text part the address is on a line of its own. */
  | { kind: 'link'; label: string; url: string }
  /** In the text part a line with its label, in English for programs: `Correction: https://…`. */
  | { kind: 'ownLink'; label: string; url: string; isTranslated: boolean }
  /** The title of a letter. */
  | { kind: 'heading'; text: string }
  /** A link that the HTML part has in its footer. */
  | { kind: 'wayOut'; label: string; url: string }
  /** Somebody else's words, set apart. */
  | { kind: 'quote'; text: string }
  /** The office's own text, with its simple markup. */
  | { kind: 'markup'; paragraphs: Paragraph[] };

/** Labels that stay English in the text part of every language, as programs look for their lines: `OTP: 123456`. */
const boundLabels: readonly Wording[] = ['OTP', 'E-mail', 'Temporary password'];

export const text = (content: Wording): Block => ({ kind: 'text', text: content });
export const lines = (content: string): Block => ({ kind: 'lines', text: content });
export const facts = (...pairs: [Wording, string][]): Block => ({ kind: 'facts', facts: pairs });
/** An address other than http or https is left out, with its label. */
export const link = (label: string, url: string): Block[] =>
  /^https?:\/\/[^\s\p{Cc}]+$/u.test(url) ? [{ kind: 'link', label, url }] : [];
/** A personal link, for its reader alone. */
/** A link in its line. @param isTranslated also in plain text, where programs read the English label of most of them */
export const ownLink = (label: string, url: string, isTranslated = false): Block[] =>
  link(label, url).map(() => ({ kind: 'ownLink', label, url, isTranslated }));
export const wayOut = (label: string, url: string): Block[] =>
  link(label, url).map(() => ({ kind: 'wayOut', label, url }));
export const heading = (content: string): Block => ({ kind: 'heading', text: content });
export const markup = (content: string): Block => ({ kind: 'markup', paragraphs: readMarkup(content) });
export const markupBlock = (paragraph: Paragraph): Block => ({ kind: 'markup', paragraphs: [paragraph] });
export const quote = (content: string): Block => ({ kind: 'quote', text: content });

/** Who signs; empty and absent fields have no line. */
export interface Sender {
  /** The association's name. */
  name: string;
  /** The office's address, in lines. */
  address: string;
  email?: string;
  phone?: string;
  /** The site's address, without a slash at the end. */
  site?: string;
}

/** In which language a mail is said, and the site whose pages have that language. */
export interface Speech {
  language: Language;
  site: string;
}
const english: Speech = { language: 'en', site: '' };

const say = (text: Wording, { language }: Speech) => inLanguage(text, language);
/** An address of the site's pages in the mail's language; any other stays. */
const addressIn = (url: string, { language, site }: Speech) =>
  site !== '' && url.startsWith(`${site}/`) ? site + pageIn(language, url.slice(site.length)) : url;

const signatureLines = ({ name, address, email = '', phone = '' }: Sender) =>
  [name, ...address.split('\n'), [phone, email].filter(Boolean).join(' · ')].map(oneLine).filter((line) => line !== '');
/** Only below a name: an address alone is no signature. */
const siteBelow = ({ name, site = '' }: Sender, { language }: Speech) =>
  name !== '' && site !== '' ? [language === 'en' ? site : site + pageIn(language, '/')] : [];

/** Always one line: a name must not be able to write lines that look like ours. */
export const oneLine = (content: string) => withoutBreaks(content).trim();
/** Keeps line breaks, drops every other control character. */
const manyLines = (content: string) =>
  content
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();

/** As {@link oneLine}, with encoded words of RFC 2047 broken up, so that mail programs decode nothing in it. */
export const headerLine = (content: string) => oneLine(content).replaceAll('=?', '= ?');

/** The subject as one line, never cut within a character. */
export const subjectLine = (letter: Letter) =>
  headerLine(letter.subject)
    .slice(0, 200)
    .replace(/[\uD800-\uDBFF]$/, '');

/** A block as the text part has it. */
export function blockText(block: Block, speech: Speech = english): string {
  switch (block.kind) {
    case 'text':
      return oneLine(say(block.text, speech));
    case 'heading':
      return oneLine(block.text);
    case 'lines':
      // A line like the signature separator would hide the text after it.
      return manyLines(block.text).replace(/^-- $/gm, '--');
    case 'facts':
      return block.facts
        .map(([label, value]) => `${boundLabels.includes(label) ? label : say(label, speech)}: ${oneLine(value)}`)
        .join('\n');
    case 'link':
    case 'wayOut':
      return `${say(block.label, speech)}:\n${addressIn(block.url, speech)}`;
    case 'ownLink':
      return `${block.isTranslated ? say(block.label, speech) : block.label}: ${addressIn(block.url, speech)}`;
    case 'quote':
      return manyLines(block.text)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'markup':
      return markupText(block.paragraphs);
  }
}

export function textPart(letter: Letter, sender: Sender, language: Language = 'en'): string {
  const speech = { language, site: sender.site ?? '' };
  const paragraphs = letter.blocks.map((block) => blockText(block, speech));
  const below = [...signatureLines(sender), ...siteBelow(sender, speech)];
  // The signature separator that mail programs know.
  return `${[...paragraphs, ...(below.length > 0 ? [`-- \n${below.join('\n')}`] : [])].join('\n\n')}\n`;
}

/** For mail programs with a dark mode; the others use the inline styles. */
const darkMode =
  '@media (prefers-color-scheme:dark){.page{background:#0b1526!important}.sheet{background:#12203a!important;border-color:#2c3d5c!important;color:#e8ecf4!important}.facts{background:#0b1526!important;border-color:#2c3d5c!important}.below{color:#b4bfd1!important;border-color:#2c3d5c!important}.head,.quote{border-color:#4a5f85!important}a{color:#9ec1f7!important}}';

/** The address is written out: people should see where it leads. */
const anchor = (url: string) => `<a href="${escapeMarkup(url)}" style="color:#1b365d">${escapeMarkup(url)}</a>`;

const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const small = 'color:#475569;font-size:14px';
const serif = "Georgia,'Noto Serif',serif";

/**
 * The association's mark and name above a mail. The mark is a character in a ring: a picture from the site would tell who reads when, and
 * one in the mail is shown as an attachment by many programs.
 */
const letterhead = (name: string) =>
  [
    '<table class="head" role="presentation" cellspacing="0" cellpadding="0" style="width:100%;margin-bottom:16px;border-bottom:1px solid #e3ded2"><tr>',
    '<td width="40" style="width:40px;padding:4px 12px 12px 0"><table role="presentation" cellspacing="0" cellpadding="0" style="width:40px"><tr>',
    `<td aria-hidden="true" align="center" style="width:36px;height:36px;padding:0;border:2px solid;border-radius:50%;font:20px/1 ${fonts}">${'\u2696\uFE0E'}</td>`,
    `</tr></table></td><td style="padding:4px 0 12px;font:600 18px/1.3 ${serif}">${escapeMarkup(oneLine(name))}</td></tr></table>`,
  ].join('');

/** Marks somebody's words that are in another language than the mail. */
function langOf(words: string, { language }: Speech): string {
  const other = languageOfText(words, language);
  return other === language ? '' : ` lang="${other}"`;
}

function blockHtml(block: Block, speech: Speech): string {
  const label = (text: Wording) => escapeMarkup(say(text, speech));
  switch (block.kind) {
    case 'text':
      return `<p>${escapeMarkup(oneLine(say(block.text, speech)))}</p>`;
    case 'lines':
      return `<p${langOf(block.text, speech)}>${escapeMarkup(manyLines(block.text)).replaceAll('\n', '<br>')}</p>`;
    case 'facts':
      return `<p class="facts" style="padding:12px 16px;background:#fbfaf6;border:1px solid #e3ded2">${block.facts
        // Unbroken where the line is long enough: a password is hard to copy across two lines.
        .map(
          ([name, value]) =>
            `${label(name)}: <strong style="display:inline-block">${escapeMarkup(oneLine(value))}</strong>`,
        )
        .join('<br>')}</p>`;
    case 'heading':
      return `<h1${langOf(block.text, speech)} style="margin:8px 0 16px;font:600 22px/1.3 ${serif}">${escapeMarkup(oneLine(block.text))}</h1>`;
    case 'link':
    case 'ownLink':
      return `<p>${label(block.label)}:<br>${anchor(addressIn(block.url, speech))}</p>`;
    case 'wayOut':
      return `<p class="below" style="${small}">${label(block.label)}:<br>${anchor(addressIn(block.url, speech))}</p>`;
    case 'quote':
      return `<blockquote class="quote"${langOf(block.text, speech)} style="margin:16px 0;padding-left:12px;border-left:3px solid #e3ded2">${escapeMarkup(
        manyLines(block.text),
      ).replaceAll('\n', '<br>')}</blockquote>`;
    case 'markup':
      return paragraphsHtml(block.paragraphs, ' style="color:#1b365d"', langOf(markupText(block.paragraphs), speech));
  }
}

export function htmlPart(letter: Letter, sender: Sender, language: Language = 'en'): string {
  const speech = { language, site: sender.site ?? '' };
  const toHtml = (block: Block) => blockHtml(block, speech);
  const isBelow = ({ kind }: Block) => kind === 'wayOut';
  const below = [...signatureLines(sender).map(escapeMarkup), ...siteBelow(sender, speech).map(anchor)].join('<br>');
  const title = escapeMarkup(subjectLine(letter));
  return [
    '<!doctype html>',
    `<html lang="${languageNames[language].tag}"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>${darkMode}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#f1ede3">',
    // Outlook respects only the width of tables.
    '<table class="page" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#f1ede3"><tr><td align="center" style="padding:16px 8px">',
    '<table role="presentation" width="600" cellspacing="0" cellpadding="0" style="width:100%;max-width:600px;table-layout:fixed"><tr>',
    `<td class="sheet" align="left" style="padding:12px 24px;background:#ffffff;border:1px solid #e3ded2;border-top:4px solid #1b365d;color:#12233f;font:16px/${language === 'hi' ? 1.7 : 1.55} ${fonts};overflow-wrap:anywhere;word-break:break-word">`,
    sender.name.trim() !== '' && letterhead(sender.name),
    ...letter.blocks.filter((block) => !isBelow(block)).map(toHtml),
    (below !== '' || letter.blocks.some(isBelow)) && '<hr class="below" style="border:0;border-top:1px solid #e3ded2">',
    ...letter.blocks.filter(isBelow).map(toHtml),
    below && `<p class="below" style="${small}">${below}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
    '',
  ]
    .filter((part) => part !== false)
    .join('\n');
}
