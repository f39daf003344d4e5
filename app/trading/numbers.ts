/*
 * The numbers of trading. All are `bigint`, so nothing is lost on the way and every machine agrees:
 *
 * - a size in 10^-8 units (of the base currency, coin, ounce, barrel or share; a dollar a point for indices and futures);
 * - a price in the last decimal of its instrument (EUR/USD 1.10320 is 110320);
 * - money in cents, and results on their way to cents in 10^-8 dollars;
 * - a ratio as two integers.
 *
 * What has to be rounded is rounded against the account.
 */

export const UNIT = 100_000_000n;

/** 10^-8 dollars in a cent. */
export const CENT = 1_000_000n;

export type Ratio = readonly [over: bigint, under: bigint];

/** Quoting of an instrument: last decimals in one of its quote currency, and whether the dollar is its base. */
export type Quoting = {
  /** 10 to the number of its decimals. */
  scale: bigint;
  /** True if the base is the dollar (USD/JPY): sizes are dollars, and results are divided by their price. */
  dollarBase: boolean;
};

/** Divides, rounded toward minus infinity; `under` is positive. */
export function floorDiv(over: bigint, under: bigint): bigint {
  const quotient = over / under;
  return over < 0n && quotient * under !== over ? quotient - 1n : quotient;
}

/** Divides, rounded toward plus infinity; `under` is positive. */
export const ceilDiv = (over: bigint, under: bigint): bigint => -floorDiv(-over, under);

/** Divides, rounded half away from zero; `under` is positive. For figures, never for payments. */
export const nearestDiv = (over: bigint, under: bigint): bigint =>
  over < 0n ? -((-over * 2n + under) / (under * 2n)) : (over * 2n + under) / (under * 2n);

export const abs = (value: bigint): bigint => (value < 0n ? -value : value);
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const compare = (a: bigint, b: bigint): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);

export const toPrice = (quoted: number, { scale }: Quoting): bigint => BigInt(Math.round(quoted * Number(scale)));

export const centsDown = (dollars: bigint): bigint => floorDiv(dollars, CENT);

export const centsUp = (dollars: bigint): bigint => ceilDiv(dollars, CENT);

export const notional = (size: bigint, price: bigint, { scale, dollarBase }: Quoting): bigint =>
  dollarBase ? abs(size) : ceilDiv(abs(size) * price, scale);

/** Returns the result of closing `size` (with its side) at a price, 10^-8 dollars, rounded down; `cost` is the sum of size x price. */
export function closeResult(size: bigint, cost: bigint, exit: bigint, { scale, dollarBase }: Quoting): bigint {
  const inQuote = size * exit - (size < 0n ? -cost : cost);
  return floorDiv(inQuote, dollarBase ? exit : scale);
}

export type Parts = { sum: bigint; posted: bigint };

export const NO_PARTS: Parts = { sum: 0n, posted: 0n };

/** Adds a result (10^-8 dollars) and posts the whole cents of the sum that were not posted before, so that parts add up. */
export function addPart({ sum, posted }: Parts, result: bigint): { parts: Parts; cents: bigint } {
  const whole = centsDown(sum + result);
  return { parts: { sum: sum + result, posted: whole }, cents: whole - posted };
}
