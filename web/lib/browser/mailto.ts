/**
 * A `mailto:` link. All of the address except its @ is encoded, so that it cannot add a recipient or a header.
 * @param fields such as subject and body
 */
export function mailto(address: string, fields: Record<string, string> = {}): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const path = address.split('@').map(encodeURIComponent).join('@');
  return `mailto:${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
