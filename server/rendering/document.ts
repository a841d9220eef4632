import { dirname } from 'node:path/posix';
import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { type Language, languageNames, languages, pathIn } from '#shared/languages.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { paths } from '#shared/paths.ts';
import { rehearsalBand } from '#shared/rehearsal.ts';
import type { PageHead } from '#shared/rendered-page.ts';
import { Sentence } from '#shared/sentence.ts';

/** The parts of a document around the rendered page. */
export interface DocumentParts {
  head: PageHead;
  html: string;
  publicUrl: string;
  /** Markup for styles and fonts. */
  styles: string;
  /** The text of the script that runs before the first paint. */
  sessionScript: string;
  /** Markup at the end of the head. */
  scripts: string;
  /** Markup at the end of the body. */
  end: string;
  /** Whether a rehearsal is on, which every page says. */
  rehearsal?: boolean;
}

/** For pages in other languages, one without words. */
const shareImages = { en: '/share.jpg', other: '/icon-512.png' };

/** The whole document. Everything from data is escaped here. */
export function renderDocument({
  head,
  html,
  publicUrl,
  styles,
  sessionScript,
  scripts,
  end,
  rehearsal = false,
}: DocumentParts): string {
  const { language } = head;
  const { tag } = languageNames[language];
  const localeOf = (each: Language) => languageNames[each].tag.replace('-', '_');
  const address = (path: string) => escapeMarkup(new URL(path, publicUrl).href);
  const canonical = address(pathIn(language, head.canonical));
  const others = languages.filter((each) => each !== language);
  const news = inLanguage('News', language);
  const description =
    head.description ??
    inLanguage(
      new Sentence('{name}: news, conferences and membership for public prosecutors in India.', {
        name: head.siteName,
      }),
      language,
    );
  const lines = [
    '<!doctype html>',
    `<html lang="${tag}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script>${sessionScript}</script>`,
    `<title>${escapeMarkup(head.title)}</title>`,
    `<meta name="description" content="${escapeMarkup(description)}">`,
    styles,
    // By which a page at another address knows that passkeys are not for it.
    passkeyHost(publicUrl) === '' ? '' : `<meta name="passkeys" content="${new URL(publicUrl).origin}">`,
    head.noIndex ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${canonical}">`,
    ...(head.noIndex ? [] : alternates(head.canonical, address)),
    '<meta name="theme-color" content="#0f2140">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<meta property="og:site_name" content="${escapeMarkup(head.siteName)}">`,
    `<meta property="og:type" content="${head.type}">`,
    `<meta property="og:title" content="${escapeMarkup(head.title)}">`,
    `<meta property="og:description" content="${escapeMarkup(description)}">`,
    head.noIndex ? '' : `<meta property="og:url" content="${canonical}">`,
    `<meta property="og:image" content="${address(head.image ?? (head.language === 'en' ? shareImages.en : shareImages.other))}">`,
    `<meta property="og:locale" content="${localeOf(language)}">`,
    ...others.map((each) => `<meta property="og:locale:alternate" content="${localeOf(each)}">`),
    // The icon is square.
    `<meta name="twitter:card" content="${head.image || language === 'en' ? 'summary_large_image' : 'summary'}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escapeMarkup(head.siteName)}: ${escapeMarkup(news)}" href="/feed.xml">`,
    head.jsonLd
      ? `<script type="application/ld+json">${embedJson(linkedData(head.jsonLd, publicUrl, tag))}</script>`
      : '',
    scripts,
    '</head>',
    '<body>',
    rehearsal ? `<p>${escapeMarkup(rehearsalBand[language])}</p>` : '',
    `<div id="root">${html}</div>`,
    end,
    '</body>',
    '</html>',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The page's address in each language; who speaks none of them gets English. */
const alternates = (path: string, address: (path: string) => string) =>
  [...languages.map((each) => [languageNames[each].tag, each] as const), ['x-default', 'en'] as const].map(
    ([hreflang, each]) => `<link rel="alternate" hreflang="${hreflang}" href="${address(pathIn(each, path))}">`,
  );

/** The style of a page without style sheets: after a failure no other file is requested. */
export const failureStyle =
  'body{margin:0;background:#fbfaf6;color:#12233f;font:1.125rem/1.6 system-ui,sans-serif}' +
  'main{max-width:34rem;margin:15vh auto 0;padding:0 24px}h1{font:600 1.75rem/1.25 Georgia,serif;color:#0f2140}' +
  'a{display:inline-block;padding:10px 0;color:#1b365d}:focus-visible{outline:3px solid #1b365d;outline-offset:2px}';

/** Shown when rendering has failed or was refused; needs no other file. */
export const failureDocument = (heading: string, text: string, language: Language) =>
  [
    '<!doctype html>',
    `<html lang="${languageNames[language].tag}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="robots" content="noindex"><title>${escapeMarkup(heading)}</title><style>${failureStyle}</style></head>`,
    `<body><main><h1>${escapeMarkup(heading)}</h1>`,
    `<p>${escapeMarkup(text)}</p>`,
    `<p><a href="${pathIn(language, paths.home)}">${inLanguage('Go to the home page', language)}</a></p></main></body></html>`,
  ].join('\n');

/**
 * Lets browsers that can fetch a document at the touch of its link, and draw it: it runs no script before it is shown. The rest of the
 * site answers with files and redirects.
 */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          // Files, calendars, the login, and what the gateway sends people to.
          {
            not: {
              href_matches: [
                '/*.*',
                `${paths.documents}/*/*`,
                '/*\\?login*',
                '/api/*',
                ...languages.map((language) => pathIn(language, `${dirname(paths.paymentReturn)}/*`)),
              ],
            },
          },
          { not: { selector_matches: '[download], [target=_blank], [hreflang]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** What the app knows from the start, at the end of its shell. */
export const appData = ({ association }: { association: object }) =>
  `<script type="application/json" id="association">${embedJson(association)}</script>`;

/** Where the words of what a page loads later are; nothing in English. */
export const wordsData = (words: object | undefined) =>
  words ? `<script type="application/json" id="words">${embedJson(words)}</script>` : '';

/** JSON that cannot end its script element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value ?? null).replace(/</g, '\\u003c');
}

/** Names the vocabulary, without which the properties mean nothing, and the language of what has one. */
function linkedData(value: Record<string, unknown>, publicUrl: string, inLanguage: string): unknown {
  const isText = /^(Event|NewsArticle|DigitalDocument|WebSite|WebPage)$/.test(String(value['@type']));
  return {
    '@context': 'https://schema.org',
    ...(absolute(value, publicUrl) as object),
    ...(isText && value.inLanguage === undefined && { inLanguage }),
  };
}

/** schema.org wants absolute addresses; pages give them from `/` on. */
function absolute(value: unknown, publicUrl: string): unknown {
  if (typeof value === 'string') return /^\/(?!\/)/.test(value) ? new URL(value, publicUrl).href : value;
  if (Array.isArray(value)) return value.map((entry) => absolute(entry, publicUrl));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, absolute(entry, publicUrl)]));
}
