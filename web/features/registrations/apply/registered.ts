import { waitingForPayment } from '#shared/rendered-page.ts';

/** The registration that this device has sent and that waits for its payment, so that nobody fills in the form twice. */
export interface Registered {
  id: string;
  membership: string;
  reference: string;
  /** Path of the applicant's own page. */
  application?: string | undefined;
}

const key = 'registered';
/** In local storage, without the way to the applicant's own page, which names them: others may use this device too. */
const deviceKey = waitingForPayment;
/** How long a device remembers it. */
const keptDays = 30;
/** The storage key of the registration whose proof of payment this tab has sent. */
export const sentKey = 'proof-sent';

/** The registration that waits for its payment; null if there is none or storage is blocked. */
export const readRegistered = (): Registered | null => read(key) ?? readFromDevice();
/** The registration whose proof was sent last. */
export const readSent = () => read(sentKey);

const read = (from: string) => parse(() => sessionStorage.getItem(from));

function readFromDevice(): Registered | null {
  const stored = parse(() => localStorage.getItem(deviceKey));
  const at = Number(stored?.at);
  return stored && Date.now() - at < keptDays * 86_400_000 ? stored : null;
}

function parse(stored: () => string | null): (Registered & { at?: unknown }) | null {
  try {
    const value: unknown = JSON.parse(stored() ?? 'null');
    return isRegistered(value) ? value : null;
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
    const { id, membership, reference } = registered;
    localStorage.setItem(deviceKey, JSON.stringify({ id, membership, reference, at: Date.now() }));
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
    forgetRegistered();
  } catch {
    // Storage is blocked: the last step then shows no reference.
  }
}

/** Nothing waits for a payment any more, or the device is to forget it. */
export function forgetRegistered() {
  try {
    sessionStorage.removeItem(key);
    localStorage.removeItem(deviceKey);
  } catch {
    // Storage is blocked: there is nothing to forget.
  }
}
