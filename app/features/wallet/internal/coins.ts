/*
 * What coin a payment method takes, over which network, and how much of it a sum in dollars is. Forms import this in the browser: the list of
 * instruments stays out of it.
 */

import { networkName } from '~/platform/text/networkNames';

type Coin = {
  /** The instrument that has its price in dollars; null for one that stands for a dollar. */
  instrument: string | null;
  /** Decimals that every wallet can send, at most those of a stored amount. */
  decimals: number;
};

const COINS: Record<string, Coin> = {
  BTC: { instrument: 'BTCUSD', decimals: 8 },
  ETH: { instrument: 'ETHUSD', decimals: 8 },
  SOL: { instrument: 'SOLUSD', decimals: 8 },
  XRP: { instrument: 'XRPUSD', decimals: 6 },
  DOGE: { instrument: 'DOGEUSD', decimals: 8 },
  LTC: { instrument: 'LTCUSD', decimals: 8 },
  USDT: { instrument: null, decimals: 6 },
  USDC: { instrument: null, decimals: 6 },
};

/** A method as a payer has to know it. */
export type CoinOfMethod = {
  /** As wallets write it: `USDT`. */
  coin: string;
  /** As people name it: `Tron`. */
  network: string;
};

type Method = { code: string; network: string };

/** What stands before the dash of a method's code: `USDT` of `USDT-TRC20`. */
export const coinNamed = (code: string): string => code.replace(/-.*/, '').toUpperCase();

/** The coin and network of a method; null when its code names no coin that is known here, so that nothing wrong is said. */
export function coinOf({ code, network }: Method): CoinOfMethod | null {
  const coin = coinNamed(code);
  const named = networkName(network);
  return Object.hasOwn(COINS, coin) && named ? { coin, network: named } : null;
}

/** The name of the instrument whose price in dollars a coin has; null for a coin that stands for a dollar. */
export const pricedAs = (coin: string): string | null => COINS[coin]?.instrument ?? null;

/** Decimals that no wallet goes beyond. */
const MOST_DECIMALS = 8;

/**
 * Cents as an amount of a coin: text with so many decimals that the last one is worth at most a cent, rounded up.
 * @param price dollars for one coin, more than zero
 */
export function inCoin(cents: bigint, price: number): string {
  const decimals = Math.min(MOST_DECIMALS, Math.max(2, Math.ceil(Math.log10(price * 100))));
  const unit = 10 ** decimals;
  // What floating point adds to a whole number is no reason to round up.
  const units = Math.ceil(Number(((Number(cents) / 100 / price) * unit).toFixed(4)));
  return (units / unit).toFixed(decimals);
}

/** Minutes for which an amount that a page asked for counts. */
export const QUOTE_MINUTES = 15;

/** Count of the last digits that tell payments of one method apart. */
export const LAST_DIGITS = 1_000n;

/** The smallest amount of a coin that every wallet can send, hundred-millionths. */
const leastUnits = (coin: string): bigint => 10n ** BigInt(MOST_DECIMALS - (COINS[coin]?.decimals ?? MOST_DECIMALS));

/** Returns the last digits of an amount, as a number below `LAST_DIGITS`. */
export const lastDigits = (coin: string, units: bigint): bigint => (units / leastUnits(coin)) % LAST_DIGITS;

/** Returns the amount nearest to another one that has these last digits, hundred-millionths, more than zero. */
export function withLastDigits(coin: string, units: bigint, digits: bigint): bigint {
  const least = leastUnits(coin);
  const step = LAST_DIGITS * least;
  const first = units - (units % step) + digits * least;
  const [near, other] = first > units ? [first, first - step] : [first, first + step];
  const isCloser = other > 0n && (other - units) ** 2n < (near - units) ** 2n;
  return isCloser ? other : near;
}

/** How wallets write a request to pay a network's own coin. Tokens have none that all wallets read: they get the plain address. */
const REQUESTS: Record<string, (address: string, amount: string) => string> = {
  BTC: (address, amount) => `bitcoin:${address}?amount=${amount}`,
  ETH: (address, amount) => `ethereum:${address}?value=${inWei(amount)}`,
  SOL: (address, amount) => `solana:${address}?amount=${amount}`,
  XRP: (address, amount) => `xrpl:${address}?amount=${amount}`,
};

const inWei = (amount: string): string => {
  const [whole = '0', part = ''] = amount.split('.');
  return String(BigInt(whole + part.padEnd(18, '0')));
};

/** What the QR code of a payment says: address and amount, or the address alone where a wallet could misread more. */
export const paymentRequest = (address: string, coin: string | null, amount: string | null): string =>
  (coin && amount && REQUESTS[coin]?.(address, amount)) || address;
