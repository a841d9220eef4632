import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Tells whether a header is the token of the operator's monitoring; without one configured no header is. */
export function createTokenTest({ metricsToken }: Pick<Config, 'metricsToken'>): (authorization: string) => boolean {
  if (metricsToken === undefined) return () => false;
  const expected = hashOf(`Bearer ${metricsToken}`);
  return (authorization) => timingSafeEqual(hashOf(authorization), expected);
}
