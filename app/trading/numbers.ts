/*
 * Numbers of trading. All are `bigint`, so that calculations are exact and the same on every machine. Sizes are in
 * 10^-8 units (of the base currency, coin, ounce, barrel or share; for indices and futures, dollars per point). Prices
 * are in units of their instrument's last decimal (EUR/USD 1.10320 is 110320). Money is in cents; results that are not
 * rounded to cents yet are in 10^-8 dollars. A ratio is two integers. Rounding is always against the account.
 */

export const UNITS_PER_WHOLE = 100_000_000n;

/** 10^-8 dollars per cent. */
export const UNITS_PER_CENT = 1_000_000n;

export type Ratio = readonly [over: bigint, under: bigint];

/** Quoting of an instrument: number of price units in one unit of its quote currency, and whether the dollar is its base. */
export type Quoting = {
  /** 10 to the power of the number of decimals in the instrument's price. */
  scale: bigint;
  /**
   * True if the dollar is the base currency (USD/JPY). Sizes are then in dollars, and results are divided by the price.
   */
  dollarBase: boolean;
};

/** Divides, rounded toward minus infinity; `under` is positive. */
export function floorDiv(over: bigint, under: bigint): bigint {
  const quotient = over / under;
  return over < 0n && quotient * under !== over ? quotient - 1n : quotient;
}

/** Divides, rounded toward plus infinity; `under` is positive. */
export const ceilDiv = (over: bigint, under: bigint): bigint => -floorDiv(-over, under);

/** Divides, rounding half away from zero; `under` is positive. For displayed figures, never for payments. */
export const nearestDiv = (over: bigint, under: bigint): bigint =>
  over < 0n ? -((-over * 2n + under) / (under * 2n)) : (over * 2n + under) / (under * 2n);

export const abs = (value: bigint): bigint => (value < 0n ? -value : value);
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const compare = (a: bigint, b: bigint): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);

export const toPrice = (quoted: number, { scale }: Quoting): bigint => BigInt(Math.round(quoted * Number(scale)));

export const toCentsDown = (dollars: bigint): bigint => floorDiv(dollars, UNITS_PER_CENT);

export const toCentsUp = (dollars: bigint): bigint => ceilDiv(dollars, UNITS_PER_CENT);

export const notional = (size: bigint, price: bigint, { scale, dollarBase }: Quoting): bigint =>
  dollarBase ? abs(size) : ceilDiv(abs(size) * price, scale);

/** Returns the result of closing a signed `size` at a price, 10^-8 dollars, rounded down. `cost` is the sum of size x price. */
export function closeResult(size: bigint, cost: bigint, exit: bigint, { scale, dollarBase }: Quoting): bigint {
  const inQuote = size * exit - (size < 0n ? -cost : cost);
  return floorDiv(inQuote, dollarBase ? exit : scale);
}

export type Parts = { sum: bigint; posted: bigint };

export const NO_PARTS: Parts = { sum: 0n, posted: 0n };

/** Adds a result (10^-8 dollars) and returns the whole cents of the sum not posted before, so that parts add up. */
export function addPart({ sum, posted }: Parts, result: bigint): { parts: Parts; cents: bigint } {
  const whole = toCentsDown(sum + result);
  return { parts: { sum: sum + result, posted: whole }, cents: whole - posted };
}
