import { expect, test } from 'vitest';
import { NETWORKS } from '~/platform/networks/networks';
import { createPracticeId, describeTransactionId, getExplorerUrl, readTransactionId } from './transactionIds';

const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const LIVE = { practice: false, output: false };

test.each([
  ['bitcoin', HASH, HASH],
  ['bitcoin', `0x${HASH.toUpperCase()}`, HASH],
  ['ethereum', `0x${HASH.toUpperCase()}`, `0x${HASH}`],
  ['bsc', HASH, `0x${HASH}`],
  ['base', ` 0x${HASH}\n`, `0x${HASH}`],
  ['tron', HASH, HASH],
  ['tron', `\ufeff${HASH.slice(0, 9)}\u200b${HASH.slice(9)}`, HASH],
  ['ripple', HASH.toUpperCase(), HASH],
  ['solana', SIGNATURE, SIGNATURE],
  [null, 'voucher_0001', 'voucher_0001'],
  [null, 'SEPA 2026-11/0042', 'SEPA2026-11/0042'],
])('on %s, %j is %j', (network, input, stored) => {
  expect(readTransactionId(input, network, LIVE)).toBe(stored);
});

test.each([...Object.keys(NETWORKS), null, 'constructor'])(
  'on %s, an invalid ID is refused with a message that describes a valid one',
  (network) => {
    const wrong = ['', 'hello', `${HASH}0`.repeat(2), `${HASH.slice(1)}+`, `${HASH}!`, 'bc1qar0srrr7xf!'];
    for (const entered of wrong) expect([entered, readTransactionId(entered, network, LIVE)]).toEqual([entered, null]);
    expect(describeTransactionId(network)).toMatch(/^A transaction ID (of .+ )?is .*\d/);
  },
);

test('a hash with a missing or wrong character is refused', () => {
  for (const entered of [HASH.slice(1), `${HASH}0`, HASH.replace('f', 'g')]) {
    expect([entered, readTransactionId(entered, 'bitcoin', LIVE)]).toEqual([entered, null]);
  }
});

test('a signature is measured in bytes, not in characters', () => {
  for (const entered of [
    SIGNATURE.slice(0, -3),
    `${SIGNATURE}1111`,
    SIGNATURE.replace('5', 'l'),
    '1'.repeat(65),
    'z'.repeat(90),
  ]) {
    expect([entered, readTransactionId(entered, 'solana', LIVE)]).toEqual([entered, null]);
  }
  expect(readTransactionId('1'.repeat(64), 'solana', LIVE)).toBe('1'.repeat(64));
});

test('an output is named by administrators only, and a practice ID is accepted only where nothing is paid', () => {
  const practised = createPracticeId('01a2140f-d34b-7845-8512-ba140bb00000');
  expect(readTransactionId(`${HASH}:12`, 'bitcoin', LIVE)).toBeNull();
  expect(readTransactionId(`${HASH}:12`, 'bitcoin', { ...LIVE, output: true })).toBe(`${HASH}:12`);
  for (const network of ['bitcoin', null]) {
    expect(readTransactionId(practised, network, { ...LIVE, output: true })).toBeNull();
  }
  expect(readTransactionId(practised, 'bitcoin', { ...LIVE, practice: true })).toBe(practised);
});

test.each([
  ['bitcoin', `${HASH}:1`, `https://mempool.space/tx/${HASH}`],
  ['solana', SIGNATURE, `https://solscan.io/tx/${SIGNATURE}`],
  ['bitcoin', createPracticeId('01a2140f-d34b-7845-8512-ba140bb00000'), null],
  ['bitcoin', 'voucher_0001', null],
  ['unheard-of', HASH, null],
  [null, HASH, null],
  ['bitcoin', null, null],
])('on %s, the explorer has %s at %s', (network, id, page) => expect(getExplorerUrl(network, id)).toBe(page));
