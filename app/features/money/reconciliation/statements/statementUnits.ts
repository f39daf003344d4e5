import { getCoinCode, getCoinFacts } from '~/platform/networks/lookups';
import { COIN_FACTS } from '~/platform/networks/networks';
import { type AmountFormat, STATEMENT_COIN_FORMAT } from '~/platform/text/amount';

const CURRENCY_NAMES: Record<string, readonly string[]> = { EUR: ['€', 'euro', 'euros'], GBP: ['£'] };
const COIN_CODES = Object.keys(COIN_FACTS);

const WHOLE_COIN_DECIMALS = STATEMENT_COIN_FORMAT.decimals;

/** Capitalised words in headers that do not denote currencies, although some are currency codes. */
const NON_CURRENCY_WORDS = [
  'ALL',
  'TOP',
  'NET',
  'IN',
  'OUT',
  'CR',
  'DR',
  'ID',
  'TX',
  'FEE',
  'INCL',
  'EXCL',
  'GROSS',
  'USER',
];
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency').filter((code) => !NON_CURRENCY_WORDS.includes(code)));

/** Returns the names of a coin or currency and its code, in lower case; null if unknown. */
function findUnitNames(code: string): readonly string[] | null {
  const coin = getCoinFacts(code);
  return coin ? [...coin.names, ...coin.codes] : (CURRENCY_NAMES[getCoinCode(code)] ?? null);
}

const UNIT_NAMES = new Set(
  [...COIN_CODES, ...Object.keys(CURRENCY_NAMES)].flatMap((code) => findUnitNames(code) ?? []),
);

/** Returns the names of a method's unit in lower case. A method without a known coin is in dollars. */
const listUnitNames = (method: string): string[] => [
  getCoinCode(method).toLowerCase(),
  ...(findUnitNames(method) ?? ['usd', '$', 'us$']),
];

/** Returns a unit's number of decimals in hundred-millionths of the method's coin: 8 for the coin, 5 for `mBTC`; null if unknown. */
function getDecimals(unit: string, method: string): number | null {
  const names = listUnitNames(method);
  const small = unit.toLowerCase();
  if (names.includes(small)) return WHOLE_COIN_DECIMALS;
  // A capital M means million.
  const [, prefix, coin = ''] = /^([mµμu])(.+)$/u.exec(unit) ?? [];
  if (prefix && names.includes(coin.toLowerCase()))
    return prefix === 'm' ? WHOLE_COIN_DECIMALS - 3 : WHOLE_COIN_DECIMALS - 6;
  return getCoinFacts(method)?.parts[small] ?? null;
}

/** Returns whether a coin cell names the coin of a method: `BTC`, `XXBT`, `USDT-TRC20`, `Bitcoin (BTC)`. */
export function isCoinOf(cell: string, method: string): boolean {
  const named = [...listUnitNames(method), ...method.toLowerCase().split('-')];
  const words = cell
    .toLowerCase()
    .split(/[\s()[\]/_-]+/)
    .filter(Boolean);
  return words.length > 0 && words.every((word) => named.includes(word));
}

/** Returns the foreign unit in a column's name, such as `sats` in `Value (sats)`; null without one. */
export function findForeignUnit(header: string, method: string): string | null {
  const isUnit = (word: string, isBracketed: boolean): boolean =>
    CURRENCY_CODES.has(word) ||
    /^(?:eur|euros?|usd|dollars?|gbp|chf)$/i.test(word) ||
    /^\p{Sc}$/u.test(word) ||
    COIN_CODES.includes(word) ||
    UNIT_NAMES.has(word.toLowerCase()) ||
    (getDecimals(word, method) ?? WHOLE_COIN_DECIMALS) !== WHOLE_COIN_DECIMALS ||
    (isBracketed && /^[A-Z]{3,5}$/.test(word) && !NON_CURRENCY_WORDS.includes(word));
  const spaced = header.replace(/(\p{Ll}{2})(?=\p{Lu})/gu, '$1 ');
  const words = [...spaced.matchAll(/[\p{L}\p{N}]+|\p{Sc}/gu)].map(({ 0: word, index }) => ({
    word,
    isBracketed: /[([]\s*$/.test(spaced.slice(0, index)),
  }));
  const other = words.find(
    ({ word, isBracketed }) => isUnit(word, isBracketed) && getDecimals(word, method) !== WHOLE_COIN_DECIMALS,
  );
  return other?.word ?? null;
}

/** Pattern of letters and currency signs in a cell, without the exponent of `3e-7`. */
const UNIT_PATTERN = /(?!e[+-]?\d)[\p{L}\p{Sc}]+\.?/giu;

const SIGN_MARKS: Record<string, -1 | 1> = {
  dr: -1,
  debit: -1,
  d: -1,
  s: -1,
  soll: -1,
  cr: 1,
  credit: 1,
  c: 1,
  h: 1,
  haben: 1,
};

export type CellAmount = { digits: string; format: AmountFormat; sign: -1 | 1 | null } | { fault: string };

/** Splits an amount of a statement into its parts: `1.5 DR`, `(150,000 sats)`, `BTC 0.5`. */
export function splitAmount(cell: string, method: string): CellAmount {
  const digits = cell.replace(UNIT_PATTERN, ' ').trim();
  const found = [...cell.matchAll(UNIT_PATTERN)].map(([word]) => word.replace(/\.$/, ''));
  const units = found.filter((word) => getDecimals(word, method) !== null);
  const marks = found.filter((word) => !units.includes(word)).map((word) => SIGN_MARKS[word.toLowerCase()]);
  if (!/\d/.test(digits)) return { fault: 'is no amount' };
  if (marks.includes(undefined)) return { fault: `is not an amount of ${getCoinCode(method)}` };
  const [unit] = units;
  const [mark] = marks;
  if (units.length > 1 || marks.length > 1) return { fault: 'is no amount' };
  const decimals = unit === undefined ? WHOLE_COIN_DECIMALS : (getDecimals(unit, method) ?? WHOLE_COIN_DECIMALS);
  const isNegative = /^[-−–(]|[-−–]\)?$/.test(digits);
  if (mark === 1 && isNegative) return { fault: 'has two signs' };
  const sign = isNegative ? -1 : (mark ?? (digits.startsWith('+') ? 1 : null));
  // The smallest unit of a coin has no decimals, so a mark in its amount separates thousands.
  const format = { ...STATEMENT_COIN_FORMAT, decimals, loose: decimals !== 0 };
  return { digits, format, sign };
}

export function isAmountText(text: string): boolean {
  const words = [...text.matchAll(UNIT_PATTERN)].map(([word]) => word.replace(/\.$/, ''));
  const isKnown = (word: string) =>
    CURRENCY_CODES.has(word) ||
    /^\p{Sc}$/u.test(word) ||
    Object.hasOwn(SIGN_MARKS, word.toLowerCase()) ||
    [...COIN_CODES, ...Object.keys(CURRENCY_NAMES)].some((code) => getDecimals(word, code) !== null);
  return (
    words.every(isKnown) &&
    /^[-−–+(]?[\d.,'’\s]*\d[\d.,'’\s]*(?:e[+-]?\d+)?\s*[-−–)]?$/i.test(text.replace(UNIT_PATTERN, ' ').trim())
  );
}
