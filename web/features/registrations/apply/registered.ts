/** The unpaid registration that this tab has sent, so that nobody fills in the form twice. */
export interface Registered {
  id: string;
  membership: string;
  reference: string;
}

const key = 'registered';

/** The registration that waits for its payment; null if there is none or storage is blocked. */
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
    // Storage is blocked: the address and the acknowledgement mail also lead back.
  }
}

export function dropRegistered() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
