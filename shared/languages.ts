/** The languages of the site's visitors and members. English stands in the code, the others in `languages/*.po`. */
export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/** As pages and answers name it, and as its own speakers do. */
export const languageNames: Record<Language, { tag: string; locale: string; name: string }> = {
  en: { tag: 'en-IN', locale: 'en_IN', name: 'English' },
  hi: { tag: 'hi-IN', locale: 'hi_IN', name: 'हिन्दी' },
};

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** An address without the part that names its language, such as `/hi`, and that language. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, code = ''] = /^\/([a-z]{2})(?=[/?#]|$)/i.exec(path) ?? [];
  const language = code.toLowerCase();
  if (!isLanguage(language) || language === 'en') return { language: 'en', path };
  const rest = path.slice(code.length + 1);
  return { language, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** A page's address, written without a language, in a language. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return `/${language}${path.replace(/^\/(?=[?#]|$)/, '')}`;
}
