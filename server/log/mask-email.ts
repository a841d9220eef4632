/**
 * An e-mail as the log may hold it although nobody knows whose it is: its first character and its host, `k…@example.org`. What
 * is no e-mail may be a password in the wrong field, and is not repeated at all.
 */
export function maskEmail(text: string): string {
  const [, first, host] = /^(\S)\S*@([a-z\d.-]{1,60})$/i.exec(text) ?? [];
  return first === undefined ? 'no e-mail' : `${first}…@${host}`;
}
