/** The association's name within a sentence: `the All India Association`. */
export const withArticle = (name: string) => `the ${name.replace(/^the\s+/i, '')}`;

/**
 * A text on one line: line breaks and other control characters become blanks, and marks of direction are left out, which could show
 * a title's words in another order. Joiners within words stay.
 */
export const withoutBreaks = (text: string): string =>
  text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
