import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

declare const network: unique symbol;

/** A text that {@link networkOf} has made, so that nothing is ever counted by an address that can be changed at will. */
export type Network = string & { readonly [network]: true };

/**
 * The part of a client's address that one household or phone cannot change at will: an IPv4 address as it is, of an
 * IPv6 address its first 64 bits. All that is counted or bounded for each sender goes by it.
 */
export function networkOf(address: string | undefined): Network {
  // Of a client that has gone away already.
  return sharedPart(address ?? 'unknown') as Network;
}

/** All that one customer of a provider may change at will: of an IPv6 address the first 48 bits. What is held open is bounded by it. */
export function customerOf(address: string | undefined): string {
  const network = networkOf(address);
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

function sharedPart(address: string): string {
  // Nearly all are, and each call asks several times.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
