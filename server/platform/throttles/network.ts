import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

declare const network: unique symbol;

/** A text made by {@link networkOf}, so that nothing is counted by an address that its client can change at will. */
export type Network = string & { readonly [network]: true };

/**
 * The part of a client's address that one household or phone cannot change at will: an IPv4 address as it is, of an
 * IPv6 address the first 64 bits. All counters and limits per sender use it.
 */
export function networkOf(address: string | undefined): Network {
  // A client that has disconnected already has no address.
  return sharedPart(address ?? 'unknown') as Network;
}

/** The prefix of one customer of a provider: of an IPv6 address the first 48 bits. Limits on open connections use it. */
export function customerOf(address: string | undefined): string {
  const network = networkOf(address);
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

function sharedPart(address: string): string {
  // The fast path: nearly all are IPv4, and each call asks several times.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
