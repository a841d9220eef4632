import { createHmac, timingSafeEqual } from 'node:crypto';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';

/** A file that an address opens. */
export interface FileClaim {
  id: string;
  versionId: string;
  /** The document's number of the addresses that count. */
  opening: number;
  /** Seconds since 1970. */
  until: number;
}

/** What the address of a file says: a lasting one of what everybody may read, or a signed one, which has been verified. */
export type FileAddress = { kind: 'lasting'; id: string; opening: number } | ({ kind: 'signed' } & FileClaim);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Addresses of files, below the page of their document. */
export function createFileAddresses(secret: string, now: () => number = () => Math.floor(clock.ms() / 1_000)) {
  const sign = ({ id, versionId, opening, until }: FileClaim) =>
    createHmac('sha256', secret).update(`document\n${id}\n${versionId}\n${opening}\n${until}`).digest('base64url');

  return {
    lasting: (id: string, opening: number) => paths.documentFile(id, `${opening}.pdf`),
    signed(id: string, versionId: string, opening: number): string {
      const claim = { id, versionId, opening, until: now() + limits.documentAddressHours * 3_600 };
      return paths.documentFile(id, `${opening}.${versionId}.${claim.until}.${sign(claim)}.pdf`);
    },
    /** Null for every other address, and for a forged or expired one. */
    parse(id: string, key: string): FileAddress | null {
      const [opening = '', versionId = '', until = '', signature = '', ...rest] = key.replace(/\.pdf$/, '').split('.');
      if (!key.endsWith('.pdf') || !uuid.test(id) || !/^[1-9]\d{0,8}$/.test(opening) || rest.length > 0) return null;
      if (versionId === '' && key === `${opening}.pdf`) return { kind: 'lasting', id, opening: Number(opening) };
      if (!uuid.test(versionId) || !/^[1-9]\d{0,11}$/.test(until)) return null;
      const claim = { id, versionId, opening: Number(opening), until: Number(until) };
      const signatureBytes = Buffer.from(signature);
      const right = Buffer.from(sign(claim));
      if (signatureBytes.length !== right.length || !timingSafeEqual(signatureBytes, right) || claim.until <= now())
        return null;
      return { kind: 'signed', ...claim };
    },
  };
}
