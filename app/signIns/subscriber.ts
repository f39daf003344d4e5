import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What every limit counts an address under. */
export type Origin = {
  /** One subscriber: an IPv4 address, or the first 64 bits of an IPv6 address, within which they have as many as they like. */
  subscriber: string;
  /** What one customer of a provider may have: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address. */
  network: string;
};

/** Who an address belongs to, as limits count it. An IPv4 address that is written as IPv6 is that address. */
export function originOf(address = 'unknown'): Origin {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 0) return { subscriber: address, network: address };
  const parsed = ipaddr.process(plain);
  if (!('parts' in parsed)) {
    const subscriber = parsed.toString();
    return { subscriber, network: subscriber.replace(/\d+$/, '0/24') };
  }
  const first = (groups: number) =>
    parsed.parts
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(':');
  return { subscriber: `${first(4)}::/64`, network: `${first(3)}::/48` };
}
