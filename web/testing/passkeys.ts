import { onTestFinished, vi } from 'vitest';
import { beginPasskey } from '#shared/contracts/passkeys.ts';
import { answer } from './server.ts';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What a passkey answers in the tests. */
const credential = {
  id: 'a-passkey',
  rawId: bytes('a-passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('{}'),
    authenticatorData: bytes('data'),
    attestationObject: bytes('attestation'),
    signature: bytes('signature'),
    userHandle: bytes('handle'),
    getTransports: () => ['internal'],
  },
};

type CredentialOptions = CredentialRequestOptions & CredentialCreationOptions;

/** Stands in for the person at the device: gives the passkey, rejects, or waits for ever. */
type Person = (call: CredentialOptions) => Promise<unknown>;

/** The person puts a finger down at once. */
export const agrees: Person = async () => credential;
/** The person closes the browser's dialog. */
export const declines: Person = async () => {
  throw new DOMException('closed', 'NotAllowedError');
};
/** The person does nothing, until the page gives up. */
export const waits: Person = ({ signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Options as the server gives them. */
export const begun = (ceremony: string) => ({
  success: true as const,
  ceremony,
  options: {
    challenge: 'AAAA',
    rpId: 'localhost',
    rp: { id: 'localhost', name: 'A' },
    user: { id: 'AAAA', name: 'a', displayName: 'a' },
    pubKeyCredParams: [],
  },
});

/**
 * Lets the page use passkeys until the end of the test.
 * @returns what the browser was asked, and the calls that began a ceremony
 */
export function withPasskeys({ create = agrees, get = agrees }: { create?: Person; get?: Person } = {}) {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'passkeys', content: location.origin });
  document.head.append(meta);
  const { credentials } = navigator;
  // The browser of the tests has no authenticator, and takes its time to say so.
  const knows = vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
  const calls: CredentialOptions[] = [];
  const by = (person: Person) => (options: CredentialOptions) => {
    calls.push(options);
    return person(options);
  };
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: by(create), get: by(get) },
  });
  onTestFinished(() => {
    meta.remove();
    knows.mockRestore();
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
    localStorage.removeItem('passkeyQuestion');
  });
  let number = 0;
  const begins = answer(beginPasskey, () => {
    number += 1;
    return begun(`ceremony ${number}`);
  });
  return { asked: calls, begins };
}
