// Not allowed in XML 1.0, not even escaped: control characters, lone surrogates, and two noncharacters.
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element or an attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"']/g, (sign) => entities[sign]!);
}
