import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xrp, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { removeHiddenCharacters } from '../fields/copiedText';
import { findNetwork } from './lookups';
import { NETWORKS, type Network, PAYMENT_METHODS } from './networks';

const base58check = createBase58check(sha256);

/** Longest address of any network, characters; decoding time grows with the square of the length. */
const MAX_ADDRESS_LENGTH = 100;

/** Returns the result of `decode`; null if it throws, as decoders do for an invalid character or checksum. */
function tryDecode<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

function isSegwit(address: string, prefix: string): boolean {
  const [version, encoding] = /^[^1]+1q/i.test(address) ? [0, bech32] : [1, bech32m];
  const words = tryDecode(() => encoding.decode(address as `${string}1${string}`, 90));
  if (words?.prefix !== prefix) return false;
  const [first = 17, ...rest] = words.words;
  const program = tryDecode(() => encoding.fromWords(rest));
  if (!program || first > 16 || Math.min(first, 1) !== version) return false;
  return first === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40;
}

/** Returns whether the text has the form of an Ethereum address. One with mixed case must have a valid checksum (EIP-55). */
function isEvm(address: string): boolean {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(address) ?? [];
  if (!digits) return false;
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits.toLowerCase())));
  return [...digits].every((digit, at) =>
    /[a-f]/i.test(digit) ? /[A-F]/.test(digit) === hash.charAt(at) >= '8' : true,
  );
}

function isBase58check(address: string, versions: readonly number[]): boolean {
  const bytes = tryDecode(() => base58check.decode(address));
  return bytes?.length === 21 && versions.includes(bytes[0] as number);
}

export function isAddressOf(address: string, network: string): boolean {
  const form = findNetwork(network)?.address;
  if (!form || address.length > MAX_ADDRESS_LENGTH) return false;
  switch (form.kind) {
    case 'base58check':
      return isBase58check(address, form.versions) || (form.segwit !== null && isSegwit(address, form.segwit));
    case 'evm':
      return isEvm(address);
    case 'solana':
      return tryDecode(() => base58.decode(address))?.length === 32;
    case 'ripple':
      return isBase58check(tryDecode(() => base58.encode(base58xrp.decode(address))) ?? '', [0]);
  }
}

const CASELESS_ADDRESS_PATTERN = /^(0[xX][0-9a-fA-F]{40}|[A-Z]{2,5}1[0-9A-Z]+)$/;

/** Returns an address in a canonical spelling: lower case, unless the network distinguishes case. */
export function toCanonicalAddress(address: string): string {
  const text = address.trim();
  return CASELESS_ADDRESS_PATTERN.test(text) ? text.toLowerCase() : text;
}

const UNPAYABLE_ADDRESSES = new Set(
  Object.values(NETWORKS).flatMap(({ unpayable, tokens }) =>
    [...unpayable, ...Object.values(tokens).map(({ contract }) => contract)].map(toCanonicalAddress),
  ),
);

/** Pattern of the first 65,535 Ethereum addresses: the zero address and built-in contracts of chains. */
const LOW_ADDRESS_PATTERN = /^0x0{36}[0-9a-f]{4}$/i;

/** Returns whether payments to a well-formed address are lost. */
const isUnpayable = (address: string): boolean =>
  LOW_ADDRESS_PATTERN.test(address) || UNPAYABLE_ADDRESSES.has(toCanonicalAddress(address));

/** Returns whether a network can pay to this address and its owner can spend from it. */
export const isWalletOf = (address: string, network: string): boolean =>
  isAddressOf(address, network) && !isUnpayable(address);

/** Parses a wallet address or plain payment link into its stored form. `unpayable` means that money sent there is lost. */
export function parseWallet(input: string, network: string): { address: string } | 'invalid' | 'unpayable' {
  const text = removeHiddenCharacters(input).replace(/\s/g, '');
  const link = /^([a-z]+):(?:\/\/)?(?:pay-)?([^@/?]+)(?:@(\d+))?(?:\?(.*))?$/i.exec(text);
  const [, scheme = '', address = text, chain, query = ''] = link ?? [];
  const facts = findNetwork(network);
  if (link && !facts?.schemes.includes(scheme.toLowerCase())) return 'invalid';
  if (chain && Number(chain) !== facts?.chainId) return 'invalid';
  if ([...new URLSearchParams(query).keys()].some((key) => /^(req-.*|dt|tag|memo)$/i.test(key))) return 'invalid';
  if (isUnpayable(address)) return 'unpayable';
  return isAddressOf(address, network) ? { address } : 'invalid';
}

/** Parses `OPERATOR_ADDRESSES` (`BTC=bc1...,ETH=0x...`) into addresses by method code, and faults as text. */
export function parseOperatorAddresses(text: string): { addresses: Map<string, string>; faults: string[] } {
  const addresses = new Map<string, string>();
  const faults: string[] = [];
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  if (pairs.length === 0) faults.push('names no method; write one as BTC=address');
  for (const pair of pairs) {
    const [code = '', address = ''] = splitPair(pair);
    const fault = findAddressFault(code, address) ?? (addresses.has(code) ? `${code} is named twice` : null);
    if (fault) faults.push(fault);
    else addresses.set(code, address);
  }
  return { addresses, faults };
}

export const CHAIN_READ_NETWORKS = ['bitcoin', 'ethereum', 'bsc', 'base'] as const satisfies readonly Network[];

/** Parses `CHAIN_ADDRESSES` into addresses by network, and faults as text. An Ethereum address counts for all networks of that form. */
export function parseChainAddresses(text: string): { addresses: Map<string, string[]>; faults: string[] } {
  const addresses = new Map<string, string[]>();
  const faults: string[] = [];
  for (const address of text.split(/[\s,]+/).filter(Boolean)) {
    const networks = CHAIN_READ_NETWORKS.filter((network) => isWalletOf(address, network));
    if (networks.length === 0) faults.push(`"${address}" is no address of ${CHAIN_READ_NETWORKS.join(', ')}`);
    for (const network of networks) addresses.set(network, [...(addresses.get(network) ?? []), address]);
  }
  return { addresses, faults };
}

function splitPair(pair: string): string[] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function findAddressFault(code: string, address: string): string | null {
  const methods: Record<string, { network: Network }> = PAYMENT_METHODS;
  const network = Object.hasOwn(methods, code) ? methods[code]?.network : undefined;
  if (!network) return `there is no method "${code}", only ${Object.keys(methods).join(', ')}`;
  if (address === '') return `${code} has no address; write ${code}=address`;
  return isWalletOf(address, network) ? null : `"${address}" of ${code} is no address of the network ${network}`;
}
