/** The unpaid registration that this tab has sent, so that nobody fills in the form twice. */
export interface Registered {
  id: string;
  membership: string;
  reference: string;
  /** Path of the applicant's own page. */
  application?: string | undefined;
}

const key = 'registered';
/** The storage key of the registration whose proof of payment this tab has sent. */
const sentKey = 'proof-sent';

/** The registration that waits for its payment; null if there is none or storage is blocked. */
export const readRegistered = () => read(key);
/** The registration whose proof was sent last. */
export const readSent = () => read(sentKey);

function read(from: string): Registered | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(from) ?? 'null');
    return isRegistered(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isRegistered(stored: unknown): stored is Registered {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, membership, reference, application } = stored as Partial<Record<keyof Registered, unknown>>;
  const isPath = application === undefined || (typeof application === 'string' && application.startsWith('/'));
  return typeof id === 'string' && typeof membership === 'string' && typeof reference === 'string' && isPath;
}

export function keepRegistered(registered: Registered) {
  try {
    sessionStorage.setItem(key, JSON.stringify(registered));
  } catch {
    // Storage is blocked: the address and the acknowledgement mail also lead back.
  }
}

/** Keeps for the last step whose proof was sent; nothing waits for a payment any more. */
export function keepSent(sent: Registered) {
  try {
    const waiting = readRegistered();
    const application = waiting?.id === sent.id ? waiting.application : undefined;
    sessionStorage.setItem(sentKey, JSON.stringify({ ...sent, application }));
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: the last step then shows no reference.
  }
}
