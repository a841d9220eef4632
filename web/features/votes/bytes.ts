import { type PaperContent, paperText, receiptText } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';

/** Bytes as unpadded base64url. */
export function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The hash of what a vote's paper says; null where it is not signed with the ballots. */
export const paperHashOf = async (vote: PaperContent & Pick<Vote, 'id' | 'paperHash'>): Promise<string | null> =>
  vote.paperHash === null ? null : sha256(new TextEncoder().encode(paperText(vote.id, vote)));

/** A receipt: of the paper's message and the ballot in its canonical form. */
export async function receiptOf(message: string, canonical: string): Promise<string> {
  const parts = [...decode(message), ...new TextEncoder().encode(canonical)];
  return receiptText(await sha256(new Uint8Array(parts)));
}

/** @throws for anything but unpadded base64url in its one spelling */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  if (encode(bytes) !== text) throw new TypeError('not the one form of base64url');
  return bytes;
}
