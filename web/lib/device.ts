const key = 'device';

/**
 * The token by which the server knows this browser from an earlier login. It opens nothing: wrong tries of strangers
 * just do not count against a browser that has one. It stays after a logout, and says nothing about who has logged in.
 */
export function getDevice(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what a login has answered. */
export function keepDevice(token: string) {
  try {
    localStorage.setItem(key, token);
  } catch {
    // Then the next login is that of a browser that nobody knows.
  }
}
