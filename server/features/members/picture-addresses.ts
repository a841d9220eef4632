import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { clock } from '#shared/clock.ts';
import type { PictureAddress } from './records.ts';

const hour = 60 * 60;

export interface PictureClaim {
  id: string;
  /** Key of the stored file: a replaced picture has another address. */
  file: string;
  /** Seconds since 1970. */
  expires: number;
}

/**
 * Signed addresses of profile pictures, for an `<img>`, which cannot send a token. An address is the same for an hour,
 * so that browsers can cache the picture, and is valid for one to two.
 * @param now seconds since 1970
 */
export function createPictureAddresses(secret: string, now: () => number = () => clock.ms() / 1_000) {
  const sign = ({ id, file, expires }: PictureClaim) =>
    createHmac('sha256', secret).update(`${id}\n${file}\n${expires}`).digest('base64url');

  const address: PictureAddress = (id, file) => {
    if (file === null) return null;
    const expires = (Math.floor(now() / hour) + 2) * hour;
    return `/api/Directory/picture/${id}?expires=${expires}&file=${file}&signature=${sign({ id, file, expires })}`;
  };

  return {
    address,
    /** Seconds for which the address is still valid; null for a forged or expired one. */
    secondsLeft(claim: PictureClaim, signature: string): number | null {
      const signatureBytes = Buffer.from(signature);
      const right = Buffer.from(sign(claim));
      if (signatureBytes.length !== right.length || !timingSafeEqual(signatureBytes, right)) return null;
      const left = Math.floor(claim.expires - now());
      return left > 0 ? left : null;
    },
  };
}

/** The addresses of this site. */
export const pictureAddresses = ({ pictureSecret }: Pick<Core, 'pictureSecret'>) =>
  createPictureAddresses(pictureSecret);
