import { createHmac, timingSafeEqual } from 'node:crypto';

const hex = /^[0-9a-f]{64}$/i;

const signed = (text: string | Uint8Array, secret: string) => createHmac('sha256', secret).update(text).digest();

function isSignedWith(text: string | Uint8Array, signature: string, secret: string): boolean {
  return hex.test(signature) && timingSafeEqual(signed(text, secret), Buffer.from(signature, 'hex'));
}

/** Whether a webhook's body was signed with one of our secrets. */
export const isWebhookSigned = (body: Uint8Array, signature: string, secrets: readonly string[]): boolean =>
  // Each is tried, so that the time tells nothing.
  secrets.map((secret) => isSignedWith(body, signature, secret)).includes(true);

/** What the gateway says at the return of a payer. */
export interface Returned {
  linkId: string;
  reference: string;
  status: string;
  paymentId: string;
  signature: string;
}

export const isReturnSigned = (
  { linkId, reference, status, paymentId, signature }: Returned,
  secret: string,
): boolean => isSignedWith([linkId, reference, status, paymentId].join('|'), signature, secret);

/** Names a link in an address of ours, so that it can be asked about again. */
export const againOf = (id: string, secret: string): string => `${id}.${signed(id, secret).toString('base64url')}`;

/** @returns the link's id; null for an address that somebody has made up */
export function openAgain(again: string, secret: string): string | null {
  const [id = '', mark = '', ...rest] = again.split('.');
  const signature = Buffer.from(mark, 'base64url');
  const expected = signed(id, secret);
  const isOurs = rest.length === 0 && signature.length === expected.length && timingSafeEqual(signature, expected);
  return isOurs && /^[\da-f-]{36}$/.test(id) ? id : null;
}
