/** Separators of tables in text files. Others are not guessed. */
const separators = [',', ';', '\t'] as const;

/**
 * Decodes a text file: UTF-16 by its byte order mark, UTF-8 with or without one, else windows-1252, in which every byte
 * sequence is valid.
 * @returns null for a binary file
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The separator of a table in text: the one that gives most of its first lines the same number of columns, and among
 * equals the one with most columns. Text in quotation marks is ignored.
 */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  let best = { separator: ',', lines: 0, columns: 0 };
  for (const separator of separators) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(separator).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    // Agreement between lines counts more than the number of columns: a narration may be full of commas.
    for (const [columns, agreeing] of counts) {
      if (agreeing > best.lines || (agreeing === best.lines && columns > best.columns)) {
        best = { separator, lines: agreeing, columns };
      }
    }
  }
  return best.separator;
}

/**
 * Finds a cell in quotation marks that goes on to the end of the text, or is longer than a cell may be.
 * @returns the line in which it begins, from 1
 */
export function findOpenQuote(
  text: string,
  separator: string,
  longest: number,
): { line: number; isClosed: boolean } | undefined {
  for (let at = text.indexOf('"'); at >= 0; ) {
    const before = text[at - 1];
    if (at > 0 && before !== separator && before !== '\n' && before !== '\r') {
      at = text.indexOf('"', at + 1);
      continue;
    }
    let end = text.indexOf('"', at + 1);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    if (end < 0 || end - at > 2 * longest + 2) {
      const next = text[end + 1];
      const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
      return { line, isClosed: end >= 0 && (next === undefined || next === separator || /[\r\n]/.test(next)) };
    }
    at = text.indexOf('"', end + 1);
  }
  return undefined;
}
