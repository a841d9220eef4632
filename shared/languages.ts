/**
 * The languages of the site's visitors and members: as pages and answers name them, and as their own speakers do. English stands in
 * the code; another one is a line here and a catalogue in `languages/`.
 */
export const languageNames = {
  en: { tag: 'en-IN', name: 'English' },
  hi: { tag: 'hi-IN', name: 'हिन्दी' },
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];
/** A pattern of all but English. */
const others = languages.slice(1).join('|');

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** Of an address in another language than English. */
const prefix = /* @__PURE__ */ new RegExp(`^/(${others})(?=[/?#]|$)`, 'i');

/** An address without the part that names its language, and that language. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [whole = '', language] = prefix.exec(path) ?? [];
  if (!language) return { language: 'en', path };
  const rest = path.slice(whole.length);
  return { language: language.toLowerCase() as Language, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Addresses that are the same in all languages: the office, files, and what programs read. */
const isForAll = new RegExp(`^/(?:(?:admin|api|assets|media|calendar|${others})\\b|documents/.+/|feed\\.)`, 'i');

/** The address of what may be a page, in a language. */
export const pageIn = (language: Language, path: string): string =>
  path[0] !== '/' || isForAll.test(path) ? path : pathIn(language, path);

/** A page's address, written without a language, in a language. */
export const pathIn = (language: Language, path: string): string =>
  language === 'en' ? path : `/${language}${path.replace(/^\/(?=[?#]|$)/, '')}`;
