/** A text that a spreadsheet would take for a formula, after blanks as well. */
const looksLikeFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * One field of a CSV file: always quoted, quotation marks doubled. A text that would run as a formula gets a leading
 * apostrophe, which spreadsheets take as 'this is text'.
 */
export function csvField(text: string): string {
  const harmless = looksLikeFormula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
