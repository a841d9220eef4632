import type { Language } from './languages.ts';

/** What every page, mail and paper of a rehearsal says. */
export const rehearsalBand: Readonly<Record<Language, string>> = {
  en: 'Rehearsal: nothing here counts',
  hi: 'पूर्वाभ्यास: यहाँ कुछ भी मान्य नहीं',
};
export const rehearsalBands = `${rehearsalBand.en} · ${rehearsalBand.hi}`;

/** What begins every subject of its mails. */
export const rehearsalSubject = 'Rehearsal: ';

/** What begins the number of its receipts, whatever the office has set. */
export const receiptPrefixOfRehearsal = 'TEST/';
