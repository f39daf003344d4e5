import { findCoin, findNetwork, getCoinCode, getCoinFacts, getNetworkName } from '~/platform/networks/lookups';
import type { Coin } from '~/platform/networks/networks';

export type CoinOfMethod = {
  /** Symbol: `USDT`. */
  coin: Coin;
  /** Common name: `Tron`. */
  network: string;
};

type Method = { code: string; network: string };

/** Returns the coin and network of a method; null if either is unknown. */
export function findCoinOfMethod({ code, network }: Method): CoinOfMethod | null {
  const coin = findCoin(code);
  const named = getNetworkName(network);
  return coin && named ? { coin, network: named } : null;
}

/** Returns the instrument of a coin's dollar price; null for a stablecoin. */
export const getPriceInstrument = (coin: string): string | null => getCoinFacts(coin)?.instrument ?? null;

const MAX_DECIMALS = 8;

/** Returns cents as a decimal coin amount, rounded up. Its last decimal is worth at most a cent. */
export function formatCoinAmountOf(cents: bigint, price: number): string {
  const decimals = Math.min(MAX_DECIMALS, Math.max(2, Math.ceil(Math.log10(price * 100))));
  const unit = 10 ** decimals;
  // Floating-point noise must not round a whole number up.
  const units = Math.ceil(Number(((Number(cents) / 100 / price) * unit).toFixed(4)));
  return (units / unit).toFixed(decimals);
}

export const QUOTE_MINUTES = 15;

/** Number of distinct last digits that identify payments of one method. */
export const LAST_DIGITS = 1_000n;

/** Returns the smallest amount that every wallet of a coin can send, in hundred-millionths. */
const getMinUnits = (coin: string): bigint =>
  10n ** BigInt(MAX_DECIMALS - (getCoinFacts(coin)?.decimals ?? MAX_DECIMALS));

export const getLastDigits = (coin: string, units: bigint): bigint => (units / getMinUnits(coin)) % LAST_DIGITS;

/** Returns the positive amount nearest to a given one that has these last digits, in hundred-millionths. */
export function setLastDigits(coin: string, units: bigint, digits: bigint): bigint {
  const min = getMinUnits(coin);
  const step = LAST_DIGITS * min;
  const first = units - (units % step) + digits * min;
  const [near, other] = first > units ? [first, first - step] : [first, first + step];
  const isCloser = other > 0n && (other - units) ** 2n < (near - units) ** 2n;
  return isCloser ? other : near;
}

const toWei = (amount: string): string => {
  const [whole = '0', part = ''] = amount.split('.');
  return String(BigInt(whole + part.padEnd(18, '0')));
};

/**
 * Returns the text of a payment's QR code: address and amount, or only the address if wallets could misread the
 * amount.
 */
export function formatPaymentRequest(
  { address, code, network }: Method & { address: string },
  amount: string | null,
): string {
  const { ownCoin, request } = findNetwork(network) ?? {};
  if (!amount || !request || ownCoin !== getCoinCode(code)) return address;
  const requested = request.unit === 'wei' ? `value=${toWei(amount)}` : `amount=${amount}`;
  return `${request.scheme}:${address}?${requested}`;
}
