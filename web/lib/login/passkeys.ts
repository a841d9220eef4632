/** Whether this browser knows passkeys, and the page is at the address to which they belong. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  document.querySelector<HTMLMetaElement>('meta[name=passkeys]')?.content === location.origin;

const key = 'passkeyQuestion';
const day = 24 * 60 * 60 * 1_000;
/** A browser in which a passkey was used is not asked. */
const never = 10 * 365;

/** Whether to ask, after a login by password, for a passkey on this device. */
export async function wantsPasskeyQuestion(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  try {
    if (Number(localStorage.getItem(key)) > Date.now()) return false;
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** Does not ask again: for 90 days, or, on a device that has one, at all. */
export function putOffPasskeyQuestion(hasOne = false): void {
  try {
    localStorage.setItem(key, String(Date.now() + (hasOne ? never : 90) * day));
  } catch {
    // Storage is refused: they are asked at another login.
  }
}
