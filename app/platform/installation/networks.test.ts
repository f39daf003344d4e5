import { expect, test } from 'vitest';
import { DEPOSIT_NETWORKS, isWalletOf, NETWORKS, operatorAddresses, readWallet } from './networks.server';

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

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const XRP = 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn';

test.each([
  [`\ufeff${BTC}`, 'bitcoin', BTC],
  [`\u200e${BTC.slice(0, 9)}\n${BTC.slice(9)}\u00a0`, 'bitcoin', BTC],
  [`bitcoin:${BTC}`, 'bitcoin', BTC],
  [
    `BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=0.1&label=Ann`,
    'bitcoin',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  ],
  [`ethereum:pay-${ETH}@56?value=1`, 'bsc', ETH],
  [`\u200bethereum:${ETH}`, 'base', ETH],
  [`tron:${TRON}?amount=5`, 'tron', TRON],
  [`ripple:${XRP}`, 'ripple', XRP],
])('the wallet %j on %s is %s', (typed, network, address) => expect(readWallet(typed, network)).toEqual({ address }));

test.each([
  [`ethereum:${BTC}`, 'bitcoin'],
  [`bitcoin:${BTC}?req-somethingnew=1`, 'bitcoin'],
  ['bitcoin:?lightning=lnbc1', 'bitcoin'],
  [`ethereum:${ETH}@1`, 'bsc'],
  [`ethereum:${USDT}/transfer?address=${ETH}&uint256=1`, 'ethereum'],
  [`ripple:${XRP}?dt=17`, 'ripple'],
  [`https:${BTC}`, 'bitcoin'],
  [`constructor:${BTC}`, 'constructor'],
  [`${BTC} ${BTC}`, 'bitcoin'],
])('%j is no wallet on %s', (typed, network) => expect(readWallet(typed, network)).toBe('invalid'));

test.each([
  ['1111111111111111111114oLvT2', 'bitcoin'],
  [`0x${'0'.repeat(40)}`, 'ethereum'],
  [`0x${'0'.repeat(39)}1`, 'bsc'],
  ['0x000000000000000000000000000000000000dEaD', 'base'],
  ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'tron'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'tron'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'solana'],
  ['11111111111111111111111111111111', 'solana'],
  ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'ripple'],
  [USDT, 'ethereum'],
  [`ethereum:${USDT.toLowerCase()}`, 'bsc'],
])('what is paid to %s on %s is lost', (typed, network) => {
  expect(readWallet(typed, network)).toBe('unpayable');
  expect(isWalletOf(typed, network)).toBe(false);
});
