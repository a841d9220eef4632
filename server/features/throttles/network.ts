import { isIPv6 } from 'node:net';

/**
 * The part of a client's address that one household or phone cannot change at will: an IPv4 address as it is, of an
 * IPv6 address its first 64 bits. Throttles per address count by it.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('%')[0]!.toLowerCase().split('::');
  const front = head.split(':').filter((part) => part !== '');
  const back = tail.split(':').filter((part) => part !== '');
  const gap = plain.includes('::')
    ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
    : [];
  const groups = [...front, ...gap, ...back].slice(0, 4).map((part) => part.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
