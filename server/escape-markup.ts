// What XML 1.0 cannot hold, not even escaped: control characters, halves of characters, and two that are none.
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element or an attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"']/g, (sign) => entities[sign]!);
}
