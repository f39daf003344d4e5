import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getNetworkOrigin } from './subscriber';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is the subscriber %s', (address, subscriber) => expect(getNetworkOrigin(address).subscriber).toBe(subscriber));

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('%s belongs to the network %s', (address, network) => expect(getNetworkOrigin(address).network).toBe(network));

test.each([
  ['subscriber', 4],
  ['network', 3],
] as const)('addresses have the same %s exactly when their first %i groups are equal', (kind, groups) => {
  const group = fc.integer({ min: 1, max: 0xffff });
  const address = fc.array(group, { minLength: 8, maxLength: 8 });
  const written = (all: number[], count = 8) =>
    all
      .slice(0, count)
      .map((each) => each.toString(16))
      .join(':');
  fc.assert(
    fc.property(address, address, fc.integer({ min: 0, max: 8 }), (one, other, same) => {
      const near = [...one.slice(0, same), ...other.slice(same)];
      const isSame = written(one, groups) === written(near, groups);
      expect(getNetworkOrigin(written(one))[kind] === getNetworkOrigin(written(near))[kind]).toBe(isSame);
    }),
  );
});
