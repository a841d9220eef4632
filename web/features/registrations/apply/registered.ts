/** The registration that this tab has sent and not yet paid for, so that nobody fills in the form twice. */
export interface Registered {
  id: string;
  membership: string;
  reference: string;
}

const key = 'registered';

/** The registration that still waits for its payment; null without one, and where the browser keeps nothing. */
export function readRegistered(): Registered | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isRegistered(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isRegistered(stored: unknown): stored is Registered {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, membership, reference } = stored as Partial<Record<keyof Registered, unknown>>;
  return typeof id === 'string' && typeof membership === 'string' && typeof reference === 'string';
}

export function keepRegistered(registered: Registered) {
  try {
    sessionStorage.setItem(key, JSON.stringify(registered));
  } catch {
    // The address and the acknowledgement mail lead back as well.
  }
}

export function dropRegistered() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then there is none.
  }
}
