// Not allowed in XML 1.0, not even escaped: control characters, lone surrogates, and two noncharacters.
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element or an attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"']/g, (sign) => entities[sign]!);
}

// How iCalendar (RFC 5545) writes text, lines and moments.

const octetsPerLine = 75;

/** A text value: line breaks become `\n`, and special characters are escaped. */
export function calendarText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');
}

/** An address as calendars show it, in one line. */
export const calendarPlace = (address: string): string =>
  calendarText(
    address
      .split(/[\r\n\p{Zl}\p{Zp}]+/u)
      .map((line) => line.trim().replace(/,$/, ''))
      .filter((line) => line !== '')
      .join(', '),
  );

/** A content line folded into pieces of at most 75 octets, cut between characters, with its line end. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > octetsPerLine) {
      folded += '\r\n ';
      // The leading space of a continuation line counts.
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** A moment in UTC: 2026-11-21T12:00:00.000Z as 20261121T120000Z. */
export function calendarTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
