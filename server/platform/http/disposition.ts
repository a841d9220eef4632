/** The header of a file: its name in plain letters for old programs, and as it is. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}
