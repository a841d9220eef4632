import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** The key and the names for signing mails (RFC 6376). */
export interface Dkim {
  domainName: string;
  keySelector: string;
  /** PEM. */
  privateKey: string;
}

/** The usual headers, and those for one-click unsubscribing, as RFC 8058 demands. */
export const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

function keyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

/** Reads `DKIM_PRIVATE_KEY`: the key as PEM, its line ends also written as `\n`, or the path of its file. @throws Error in words for the operator, without the value */
export function readDkimKey(text: string): string {
  let pem = text.replaceAll('\\n', '\n');
  if (isAbsolute(text)) {
    try {
      pem = readFileSync(text, 'utf8');
    } catch (error) {
      throw new Error(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
    }
  }
  const key = keyOf(pem);
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType !== 'rsa' || bits < 1_024) {
    throw new Error("must be an RSA key in PEM of 1024 bits or more ('openssl genrsa 2048'), or the path of its file");
  }
  return pem;
}

/** The DNS record that verifies these signatures. */
export function dkimRecord({ privateKey }: Dkim): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}
