/** The languages of the site's visitors and members. English stands in the code, the others in `languages/*.po`. */
export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/** As pages and answers name it, and as its own speakers do. */
export const languageNames: Record<Language, { tag: string; locale: string; name: string }> = {
  en: { tag: 'en-IN', locale: 'en_IN', name: 'English' },
  hi: { tag: 'hi-IN', locale: 'hi_IN', name: 'हिन्दी' },
};

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);
