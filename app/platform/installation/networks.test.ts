import { expect, test } from 'vitest';
import { DEPOSIT_NETWORKS, isWalletOf, NETWORKS, operatorAddresses } from './networks.server';

const BTC = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';

test('the network of each method is one whose addresses are known', () => {
  for (const network of Object.values(DEPOSIT_NETWORKS)) expect(NETWORKS).toContain(network);
});

test('an address of each method is read; spaces around it are none of it', () => {
  const { addresses, faults } = operatorAddresses(` BTC = ${BTC}, ETH=${ETH} ,`);
  expect(faults).toEqual([]);
  expect([...addresses]).toEqual([
    ['BTC', BTC],
    ['ETH', ETH],
  ]);
});

test('every fault is named: garbage, other networks, unknown methods, none and two addresses', () => {
  const { addresses, faults } = operatorAddresses(
    `BTC=garbage,DOGE=x,ETH,SOL=${ETH},USDT-ERC20=${ETH},USDT-ERC20=${ETH},btc=${BTC}`,
  );
  expect([...addresses.keys()]).toEqual(['USDT-ERC20']);
  expect(faults).toEqual([
    '"garbage" of BTC is no address of the network bitcoin',
    expect.stringContaining('there is no method "DOGE"'),
    'ETH has no address; write ETH=address',
    `"${ETH}" of SOL is no address of the network solana`,
    'USDT-ERC20 is named twice',
    expect.stringContaining('there is no method "btc"'),
  ]);
  expect(operatorAddresses(' , ').faults).toHaveLength(1);
});

test('a wrong checksum and a name of every object are no addresses', () => {
  expect(isWalletOf(BTC.replace('Boat', 'Coat'), 'bitcoin')).toBe(false);
  expect(isWalletOf(BTC, 'constructor')).toBe(false);
  expect(operatorAddresses(`constructor=${BTC}`).faults).toHaveLength(1);
});
