const key = 'device';

/**
 * The token by which the server recognizes this browser from an earlier login. It grants no access: it only keeps others'
 * failed logins from counting against this browser. It stays after a logout, and does not tell who logged in.
 */
export function getDevice(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the token that a login returned. */
export function keepDevice(token: string) {
  try {
    localStorage.setItem(key, token);
  } catch {
    // The next login then comes from an unknown browser.
  }
}
