import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Origin = {
  /** IPv4 address, or the first 64 bits of an IPv6 address, within which a subscriber has any number of addresses. */
  subscriber: string;
  /** Network of a provider's customer: the first 24 bits of IPv4, or the first 48 of IPv6. */
  network: string;
};

/** Returns subscriber and network of an address. IPv4 in IPv6 form counts as IPv4. */
export function getNetworkOrigin(address = 'unknown'): Origin {
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
