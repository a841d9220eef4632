/** A text that a spreadsheet would take for a formula, after blanks as well. */
const looksLikeFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * One field of a CSV file: always quoted, quotation marks doubled. What would run as a formula begins with an
 * apostrophe, which spreadsheets take as 'this is text'.
 */
export function csvField(text: string): string {
  const harmless = looksLikeFormula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** CSV as Excel reads it without questions: a byte order mark for UTF-8, and CRLF. */
export async function* csvLines(rows: AsyncIterable<string[]>): AsyncGenerator<Buffer> {
  let text = '\uFEFF';
  for await (const row of rows) {
    text += `${row.map(csvField).join(',')}\r\n`;
    if (text.length > 60_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}
