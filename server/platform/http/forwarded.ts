import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The address of one sender as proxies write it: bare, in quotes, with a port; null for what is none. */
function addressIn(entry: string): string | null {
  const plain = entry.trim().replace(/^"(.*)"$/, '$1');
  const address = /^\[([^\]]*)\](?::\d*)?$/.exec(plain)?.[1] ?? /^([\d.]+)(?::\d*)?$/.exec(plain)?.[1] ?? plain;
  return isIP(address) === 0 ? null : address;
}

/**
 * Leaves only addresses in `X-Forwarded-For`. With its port each connection would be a sender of its own, whom no limit holds.
 * Read from the nearest proxy on: what stands before something that is no address could have been written by anybody.
 */
export function plainForwardedFor({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const header = headers['x-forwarded-for'];
  if (header === undefined) return;
  const entries = String(header).split(',').map(addressIn);
  const addresses = entries.slice(entries.lastIndexOf(null) + 1);
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
  else delete headers['x-forwarded-for'];
}
