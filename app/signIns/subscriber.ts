import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What one subscriber is counted under: an IPv4 address, or the first 64 bits of an IPv6 address, within which a
 * subscriber has as many addresses as they like. An IPv4 address that is written as IPv6 is that address.
 */
export function subscriberOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 0) return address;
  const parsed = ipaddr.process(plain);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
