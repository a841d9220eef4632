/** The figures and sentences of passkeys that both sides have. */
export const passkeyLimits = { each: 10, name: 60, ceremonyMinutes: 5, notMeDays: 7 } as const;

export const passkeyTexts = {
  refused: 'This passkey was not accepted. Please log in with e-mail and password.',
  notConfirmed: 'This passkey was not accepted. Please try again or enter your password.',
  notAdded: 'This passkey could not be added.',
  alreadyAdded: 'This passkey has been added already.',
  name: 'Please enter a name',
  nameLength: 'Please use at most 60 characters',
  purpose: 'Please say what the passkey is for',
} as const;

/**
 * The host to which passkeys belong. They need one by name, over HTTPS; `localhost` is excepted.
 * @param publicUrl the address of the site
 * @returns '' where there can be none
 */
export function passkeyHost(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  const isSafe = protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname);
  return isSafe || hostname === 'localhost' ? hostname : '';
}
