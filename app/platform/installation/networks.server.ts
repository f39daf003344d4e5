import { createRequire } from 'node:module';
import { withoutHidden } from '../fields/copiedText';
import { isUnpayable } from './unpayable';

/** Networks that deposits and withdrawals travel on, with the currency whose address form they share. */
const ADDRESS_FORM: Record<string, string> = {
  bitcoin: 'btc',
  ethereum: 'eth',
  bsc: 'eth',
  base: 'eth',
  tron: 'trx',
  solana: 'sol',
  ripple: 'xrp',
};

/** The numbers by which chains of Ethereum's form name themselves (`eth_chainId`). */
export const CHAIN_IDS = { ethereum: 1, bsc: 56, base: 8453 } as const;

/** Schemes of payment links (BIP 21, ERC-681, Solana Pay) by the network that they pay on. */
const LINK_SCHEMES: Record<string, string[]> = {
  bitcoin: ['bitcoin'],
  ethereum: ['ethereum'],
  bsc: ['ethereum', 'bnb', 'bsc'],
  base: ['ethereum', 'base'],
  tron: ['tron'],
  solana: ['solana'],
  ripple: ['ripple', 'xrp', 'xrpl'],
};

/** The networks whose addresses are known. */
export const NETWORKS: readonly string[] = Object.keys(ADDRESS_FORM);

/** The network of each deposit method of a new installation, by the method's code. */
export const DEPOSIT_NETWORKS = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  'USDT-TRC20': 'tron',
  SOL: 'solana',
  'USDT-ERC20': 'ethereum',
  'USDT-BEP20': 'bsc',
  XRP: 'ripple',
  'USDC-BASE': 'base',
} as const;

type Validator = typeof import('multicoin-address-validator');

const require = createRequire(import.meta.url);

/** Says whether a network could pay to this address, and somebody could spend from it. */
export const isWalletOf = (address: string, network: string): boolean =>
  isAddressOf(address, network) && !isUnpayable(address);

/** Says whether an address has the form of a network, its checksum included where the network has one. */
export function isAddressOf(address: string, network: string): boolean {
  const form = Object.hasOwn(ADDRESS_FORM, network) ? ADDRESS_FORM[network] : undefined;
  if (!form) return false;
  // Loaded at the first use: it takes a tenth of a second, and most processes of paper mode never need it.
  const validator: Validator['default'] = require('multicoin-address-validator');
  return validator.validate(address, form, 'prod');
}

/**
 * Reads the address of a wallet as people copy it: with spaces and hidden marks, or as a payment link (`bitcoin:bc1...?amount=1`). A link that
 * asks for more than an address, such as a destination tag, another chain or a call of a contract, is none.
 * @returns the address as it is stored; `invalid` for what is none of the network, `unpayable` for one where money is lost
 */
export function readWallet(typed: string, network: string): { address: string } | 'invalid' | 'unpayable' {
  const text = withoutHidden(typed).replace(/\s/g, '');
  const link = /^([a-z]+):(?:\/\/)?(?:pay-)?([^@/?]+)(?:@(\d+))?(?:\?(.*))?$/i.exec(text);
  const [, scheme = '', address = text, chain, query = ''] = link ?? [];
  const schemes = (Object.hasOwn(LINK_SCHEMES, network) && LINK_SCHEMES[network]) || [];
  if (link && !schemes.includes(scheme.toLowerCase())) return 'invalid';
  if (chain && Number(chain) !== CHAIN_IDS[network as keyof typeof CHAIN_IDS]) return 'invalid';
  if ([...new URLSearchParams(query).keys()].some((key) => /^(req-.*|dt|tag|memo)$/i.test(key))) return 'invalid';
  if (isUnpayable(address)) return 'unpayable';
  return isAddressOf(address, network) ? { address } : 'invalid';
}

/**
 * Reads `OPERATOR_ADDRESSES`, as in `BTC=bc1...,ETH=0x...`.
 * @returns the address of each method, by its code, and every fault in words
 */
export function operatorAddresses(text: string): { addresses: Map<string, string>; faults: string[] } {
  const addresses = new Map<string, string>();
  const faults: string[] = [];
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  if (pairs.length === 0) faults.push('names no method; write one as BTC=address');
  for (const pair of pairs) {
    const [code = '', address = ''] = splitOnce(pair);
    const fault = faultOf(code, address) ?? (addresses.has(code) ? `${code} is named twice` : null);
    if (fault) faults.push(fault);
    else addresses.set(code, address);
  }
  return { addresses, faults };
}

/** The networks whose chains are read for reconciliation. */
const READ_NETWORKS = ['bitcoin', 'ethereum', 'bsc', 'base'] as const;

/**
 * Reads `CHAIN_ADDRESSES`: addresses between commas. One in the form of Ethereum is one on each network that has this form.
 * @returns the addresses on each network, and every fault in words
 */
export function chainAddresses(text: string): { addresses: Map<string, string[]>; faults: string[] } {
  const addresses = new Map<string, string[]>();
  const faults: string[] = [];
  for (const address of text.split(/[\s,]+/).filter(Boolean)) {
    const networks = READ_NETWORKS.filter((network) => isWalletOf(address, network));
    if (networks.length === 0) faults.push(`"${address}" is no address of ${READ_NETWORKS.join(', ')}`);
    for (const network of networks) addresses.set(network, [...(addresses.get(network) ?? []), address]);
  }
  return { addresses, faults };
}

function splitOnce(pair: string): string[] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function faultOf(code: string, address: string): string | null {
  const networks: Record<string, string> = DEPOSIT_NETWORKS;
  const network = Object.hasOwn(networks, code) ? networks[code] : undefined;
  if (!network) return `there is no method "${code}", only ${Object.keys(networks).join(', ')}`;
  if (address === '') return `${code} has no address; write ${code}=address`;
  return isWalletOf(address, network) ? null : `"${address}" of ${code} is no address of the network ${network}`;
}
