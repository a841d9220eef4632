/** What typing lets through: letters of any script and spaces, which a pasted line break or tab becomes. */
export const keepLetters = (text: string) => text.replace(/\s/g, ' ').replace(/[^\p{L}\p{M} \u200C\u200D]/gu, '');
/** What typing lets through: digits, at most `max` of them. */
export const keepDigits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);
