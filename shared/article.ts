/** The association's name within a sentence: `the All India Association`. */
export const withArticle = (name: string) => `the ${name.replace(/^the\s+/i, '')}`;
