import type { Language } from './languages.ts';

/** As pages and answers name it, and as its own speakers do. */
export const languageNames: Record<Language, { tag: string; locale: string; name: string }> = {
  en: { tag: 'en-IN', locale: 'en_IN', name: 'English' },
  hi: { tag: 'hi-IN', locale: 'hi_IN', name: 'हिन्दी' },
};
