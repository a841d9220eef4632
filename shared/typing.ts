/** Filters typed text: letters of any script and spaces; a pasted line break or tab becomes a space. */
export const keepLetters = (text: string) => text.replace(/\s/g, ' ').replace(/[^\p{L}\p{M} \u200C\u200D]/gu, '');
/** Filters typed text: digits, at most `max` of them. */
export const keepDigits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);
