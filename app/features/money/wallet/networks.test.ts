import { describe, expect, test } from 'vitest';
import { INSTRUMENTS } from '~/market/instruments';
import { isAddressOf, parseWallet } from '~/platform/networks/addresses';
import { COIN_FACTS, NETWORKS, type Network } from '~/platform/networks/networks';
import { readTransactionId } from './transactionIds';

const NAMES = Object.keys(NETWORKS) as Network[];

describe.each(NAMES)('the entry of %s', (network) => {
  const { example, tokens = {}, unpayable, schemes, request } = NETWORKS[network];

  test('has examples that are read as its own, and on no network of another form', () => {
    expect(parseWallet(example.address, network)).toEqual({ address: example.address });
    expect(readTransactionId(example.transactionId, network, { practice: false, output: false })).toBe(
      example.transactionId,
    );
    const form = (name: Network) => JSON.stringify(NETWORKS[name].address);
    const others = NAMES.filter((name) => form(name) !== form(network));
    expect(others.filter((name) => isAddressOf(example.address, name))).toEqual([]);
  });

  test('refuses what is not valid for it', () => {
    const { address, transactionId } = example;
    for (const entered of ['', 'invoice-12345', `${address}1`, address.slice(4), transactionId]) {
      expect(parseWallet(entered, network)).toBe('invalid');
    }
    for (const entered of ['invoice-12345', address, `${transactionId}0`, transactionId.slice(0, -4)]) {
      expect(readTransactionId(entered, network, { practice: false, output: false })).toBeNull();
    }
  });

  test('lists addresses with valid checksums that are lost, including those of its tokens', () => {
    const contracts = Object.values(tokens).map(({ contract }) => contract);
    for (const address of [...unpayable, ...contracts]) {
      expect([address, parseWallet(address, network)]).toEqual([address, 'unpayable']);
      expect(isAddressOf(address, network), address).toBe(true);
    }
  });

  test('parses links of each of its schemes', () => {
    for (const scheme of [...schemes, request?.scheme ?? schemes[0]]) {
      expect(parseWallet(`${scheme}:${example.address}`, network)).toEqual({ address: example.address });
    }
  });
});

test('each coin has the price of an instrument, or counts as a dollar', () => {
  const named = Object.values(COIN_FACTS).flatMap(({ instrument }) => instrument ?? []);
  expect(INSTRUMENTS.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
});
