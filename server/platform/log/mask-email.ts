/**
 * An e-mail in the form in which the log may hold it when it belongs to nobody: first character and host, `k…@example.org`. Any
 * other text may be a password in the wrong field, and is left out.
 */
export function maskEmail(text: string): string {
  const [, first, host] = /^(\S)\S*@([a-z\d.-]{1,60})$/i.exec(text) ?? [];
  return first === undefined ? 'no e-mail' : `${first}…@${host}`;
}
