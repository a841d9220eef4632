/**
 * A `mailto:` link. Nothing in the address may add a recipient or a header: all but its @ is encoded.
 * @param fields such as subject and body
 */
export function mailto(address: string, fields: Record<string, string> = {}): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const path = address.split('@').map(encodeURIComponent).join('@');
  return `mailto:${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
