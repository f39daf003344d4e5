import { expect, test } from 'vitest';
import { isAddressOf, isWalletOf, parseOperatorAddresses, parseWallet, toCanonicalAddress } from './addresses';
import type { Network } from './networks';

const BTC = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';

/* Official vectors: BIP 13, 173 and 350, EIP-55, and the documents of Tron, Solana and the XRP Ledger. */

const VALID: [Network, string[]][] = [
  [
    'bitcoin',
    [
      '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i',
      '3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou',
      '1Ax4gZtb7gAit2TivwejZHYtNNLT18PUXJ',
      '3QjYXhTkvuj8qPaXHTTWb5wjXhdsLAAWVy',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      'BC1SW50QGDZ25J',
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  ],
  [
    'ethereum',
    [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x27b1fdb04752bbc536007a920d24acb045561c26',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ],
  ],
  ['tron', ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY']],
  ['solana', ['4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM']],
  [
    'ripple',
    ['rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN'],
  ],
];

const INVALID: [Network, string[]][] = [
  [
    'bitcoin',
    [
      // Testnet, an unknown prefix, bech32 for version 1 and bech32m for 0, a wrong character, length, padding or case.
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
      'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
      'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
      'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
      'bc1pw5dgrnzv',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
      'bc1gmk9yu',
      'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62j',
      '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW620',
      '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem0',
    ],
  ],
  [
    'ethereum',
    [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35',
      'fB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0X52908400098527886E0F7030069857D2E4169EE7',
      '0xg2908400098527886E0F7030069857D2E4169EE7',
    ],
  ],
  ['tron', ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', `41${'aa'.repeat(20)}`, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv']],
  ['solana', ['111', '1'.repeat(33), '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYv0']],
  [
    'ripple',
    [
      'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
      'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhm0',
    ],
  ],
];

const flat = (table: [Network, string[]][]) =>
  table.flatMap(([network, all]) => all.map((each) => [network, each] as const));

test.each(flat(VALID))('%s: %s is an address', (network, address) => expect(isAddressOf(address, network)).toBe(true));

test.each(flat(INVALID))('%s: %j is not an address', (network, address) =>
  expect(isAddressOf(address, network)).toBe(false),
);

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  [' BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 ', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['LTC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KGMN4N9', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i', '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i'],
])('%s is compared as %s', (address, key) => expect(toCanonicalAddress(address)).toBe(key));

test('an address of each method is parsed without surrounding spaces', () => {
  const { addresses, faults } = parseOperatorAddresses(` BTC = ${BTC}, ETH=${ETH} ,`);
  expect(faults).toEqual([]);
  expect([...addresses]).toEqual([
    ['BTC', BTC],
    ['ETH', ETH],
  ]);
});

test('every error is named: garbage, other networks, unknown methods, none and two addresses', () => {
  const { addresses, faults } = parseOperatorAddresses(
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
  expect(parseOperatorAddresses(' , ').faults).toHaveLength(1);
});

test('a wrong checksum and names of object properties are not addresses', () => {
  expect(isWalletOf(BTC.replace('Boat', 'Coat'), 'bitcoin')).toBe(false);
  expect(isWalletOf(BTC, 'constructor')).toBe(false);
  expect(parseOperatorAddresses(`constructor=${BTC}`).faults).toHaveLength(1);
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
])('the wallet %j on %s is %s', (input, network, address) => expect(parseWallet(input, network)).toEqual({ address }));

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
])('%j is not a wallet on %s', (input, network) => expect(parseWallet(input, network)).toBe('invalid'));

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
])('a payment to %s on %s is lost', (input, network) => {
  expect(parseWallet(input, network)).toBe('unpayable');
  expect(isWalletOf(input, network)).toBe(false);
});
