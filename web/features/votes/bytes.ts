import { receiptText } from '#shared/ballots.ts';

/** Bytes as unpadded base64url. */
export function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** A receipt: of the paper's message and the ballot in its canonical form. */
export async function receiptOf(message: string, canonical: string): Promise<string> {
  const parts = [...decode(message), ...new TextEncoder().encode(canonical)];
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(parts)));
  return receiptText([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

export function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}
