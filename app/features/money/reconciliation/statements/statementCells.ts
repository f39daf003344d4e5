import { z } from 'zod';
import { getCoinCode, getCoinFacts } from '~/platform/networks/lookups';
import { COIN_FACTS } from '~/platform/networks/networks';
import { type AmountFormat, STATEMENT_COIN_FORMAT } from '~/platform/text/amount';

/* Dates, amounts and terms (English and German) in the cells of a statement. */

/** Date format of a column: order of `2/3/2026`, place of a two-digit year, and the offset from UTC in minutes of dates without a zone. */
export type DateFormat = { order: 'day' | 'month'; isYearFirst?: boolean; zone?: number };

const MONTHS = 'jan|jän feb mar|mär|mrz apr may|mai jun jul aug sep oct|okt nov dec|dez'.split(' ');
const TIME_PATTERN = String.raw`(?:[T,\s]+(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,:]\d+)?)?\s*(?<half>[ap]\.?m\.?)?(?:\s*uhr)?)?`;
const ZONE_PATTERN = String.raw`\s*(?<zone>(?:utc|gmt)?\s*[+\-−]\d{1,2}(?::?\d{2})?|utc|gmt|z)?(?:\s*(?:utc|\([^)]*\)))?`;
const MONTH_NAME_PATTERN = '(?<name>[a-zä]{3})[a-zäé]*';
const DATE_PATTERNS = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<year>20\d{2})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`(?<one>\d{1,2})(?<mark>[-/.])(?<other>\d{1,2})\k<mark>(?<end>\d{4}|\d{2})`,
  String.raw`(?<day>\d{1,2})\.?[\s-]+${MONTH_NAME_PATTERN}\.?[\s-](?<year>\d{4}|\d{2})`,
  String.raw`${MONTH_NAME_PATTERN}\.?\s(?<day>\d{1,2}),?\s(?<year>\d{4})`,
].map((day) => new RegExp(`^${day}${TIME_PATTERN}${ZONE_PATTERN}$`, 'i'));

/** Time of the first bitcoin; no statement of a coin is older. */
const OLDEST_DATE_MS = Date.UTC(2009, 0, 3);

type Parts = Record<string, string | undefined>;

function orderDateParts({ year, month, day, name, one, mark, other, end }: Parts, { order, isYearFirst }: DateFormat) {
  if (name) return [year, MONTHS.findIndex((names) => names.split('|').includes(name.toLowerCase())) + 1, day];
  if (!end) return [year, month, day];
  if (end.length === 2 && isYearFirst) return [one, other, end];
  return mark === '.' || order === 'day' ? [end, other, one] : [end, one, other];
}

/** Returns the offset from UTC in minutes of `UTC+8`, `-05:00`, `+0200` or `Z`. */
function parseZoneMinutes(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+\-−])\s*(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

const toTwoDigits = (part: string | number | undefined) => String(part).padStart(2, '0');

/** Parses the booking time of a line. @returns milliseconds since 1970; null if it is no date, or one before the first coin */
export function readStatementDate(text: string, format: DateFormat): number | null {
  const [, unixSeconds] = /^(\d{10})(?:\d{3}|\.\d+)?$/.exec(text) ?? [];
  const parts = DATE_PATTERNS.map((pattern) => pattern.exec(text)).find(Boolean)?.groups;
  if (!unixSeconds && !parts) return null;
  const { hours = '0', minutes = '00', seconds = '00', half, zone } = parts ?? ({} as Parts);
  const [year, month, day] = orderDateParts(parts ?? {}, format);
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : hours;
  const date = [String(year).length === 4 ? year : `20${year}`, toTwoDigits(month), toTwoDigits(day)].join('-');
  const iso = unixSeconds
    ? new Date(Number(unixSeconds) * 1_000).toISOString()
    : `${date}T${toTwoDigits(hour)}:${minutes}:${seconds}Z`;
  // Unlike this schema, `Date` turns 31 February into another day.
  if ((half && Number(hours) > 12) || !z.iso.datetime().safeParse(iso).success) return null;
  const offset = unixSeconds ? 0 : zone ? parseZoneMinutes(zone) : (format.zone ?? 0);
  const at = Date.parse(iso) - offset * 60_000;
  return at >= OLDEST_DATE_MS ? at : null;
}

export const isDateText = (text: string): boolean =>
  [{ order: 'day' as const }, { order: 'month' as const }, { order: 'day' as const, isYearFirst: true }].some(
    (format) => readStatementDate(text, format) !== null,
  );

const SHORT_YEAR = /^\d{1,2}([-/.])\d{1,2}\1\d{2}(?!\d)/;
/** Period before the latest possible date that shows where two-digit years are, milliseconds. */
const RECENT_MS = 5 * 366 * 86_400_000;

/** Returns whether the two-digit years of a column come first, as in `26-11-02`, with no line after `until`; null if ambiguous. */
export function findYearFirst(dates: readonly string[], order: DateFormat['order'], until: number): boolean | null {
  const short = dates.filter((date) => SHORT_YEAR.test(date));
  const read = (date: string, isYearFirst: boolean) => readStatementDate(date, { order, isYearFirst });
  const fits = (isYearFirst: boolean) =>
    short.every((date) => {
      const at = read(date, isYearFirst);
      return at !== null && at >= until - RECENT_MS && at <= until;
    });
  const [first, last] = [fits(true), fits(false)];
  if (first !== last) return first;
  const isAmbiguous = (date: string) => date.includes('-') && read(date, true) !== null && read(date, false) !== null;
  return short.some((date) => isAmbiguous(date) && read(date, true) !== read(date, false)) ? null : false;
}

/**
 * Returns the offset from UTC in minutes that a header names, as in `Time (UTC+8)`; null for another kind of zone, undefined for none.
 */
export function findZone(header: string): number | null | undefined {
  const [, offset] =
    /(?:^|[^a-z])(?:utc|gmt)\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)/i.exec(header) ??
    /\(\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)\s*\)/.exec(header) ??
    [];
  if (offset) return parseZoneMinutes(offset);
  if (/(?:^|[^\p{L}])(?:utc|gmt)(?!\p{L})/iu.test(header)) return 0;
  const isOther = /\b[A-Z]\w+\/[A-Z]\w+|\((?:[A-Z]{1,3}[SD]?T|MES?Z|local(?: time)?|lokal|ortszeit)\)/i.test(header);
  return isOther ? null : undefined;
}

const IN_TERMS =
  /^(?:in|incoming|inbound|inflow|credit|credited|cr|c|rd|received?|recv|receipt|rewards?|airdrop|mined|paid in|top-?up|h|haben|zugang|erhalten|empfangen|empfang|geldeingang|zahlungseingang|eingehend|\+)$|\b(?:deposits?|received|incoming)\b|\b(?:transfer|money|cash)[\s_-]in$|(?:einzahlung|gutschrift|eingang)$/i;
const OUT_TERMS =
  /^(?:out|outgoing|outbound|outflow|debit|debited|dr|d|rc|sent|send|spend|paid out|s|soll|abgang|gesendet|senden|versand|geldausgang|zahlungsausgang|ausgehend|abhebung|lastschrift|belastung|[-−–])$|\b(?:withdraw(?:al|als|n)?|sent|outgoing)\b|\b(?:transfer|money|cash)[\s_-]out$|(?:auszahlung|ausgang|abbuchung)$/i;
const UNCLEAR_TERMS = /fee|refund|revers|return|cancel|fail|bonus|gebühr|storno|rück/i;

export function readDirection(cell: string): -1 | 1 | null {
  const word = cell.replace(/\.$/, '');
  const [isIn, isOut] = [IN_TERMS.test(word), OUT_TERMS.test(word)];
  return isIn === isOut || UNCLEAR_TERMS.test(word) ? null : isIn ? 1 : -1;
}

const DONE_TERMS =
  /^(?:completed?|success|successful|successfully|succeeded|confirmed|done|finished|settled|booked|posted|cleared|executed|processed|credited|paid|ok|true|yes|final|finali[sz]ed|filled|(?:umsatz )?gebucht|verbucht|ausgeführt|abgeschlossen|erledigt|bestätigt|erfolgreich|gutgeschrieben)$/i;
const NOT_DONE_TERMS =
  /^(?:pending|processing|in progress|in process|unconfirmed|confirming|waiting|await\w*|queued|on hold|held|created|initiated|submitted|open|draft|scheduled|fail\w*|error\b.*|reject\w*|cancel\w*|expired|declined|denied|aborted|reverted|dropped|voided?|unpaid|incomplete|blocked|not\b.*|(?:umsatz )?vorgemerkt|offen|ausstehend|in bearbeitung|wartend|geplant|storniert|abgelehnt|fehlgeschlagen|abgebrochen|gescheitert|zurückgewiesen|abgelaufen|nicht\b.*|false|no)(?:\W.*)?$/i;

/** Returns whether a status means a completed payment; null for an unknown one. */
export function isCompletedStatus(cell: string): boolean | null {
  const word = cell.replace(/\s*[([].*$/, '');
  return DONE_TERMS.test(word) ? true : NOT_DONE_TERMS.test(word) ? false : null;
}

const BALANCE_NAMES =
  '(?:(?:alter|neuer|letzter|aktueller)\\s+)?(?:kontostand|(?:anfangs|end|schluss|zwischen)saldo)|(?:opening|closing|starting|ending|beginning|final|previous|new|current|available)\\s+balance|balance\\s+(?:brought|carried)\\s+forward';
/** Pattern of balances, which banks list among the lines with their own date. */
const BALANCE_PATTERN = new RegExp(`^(?:${BALANCE_NAMES})\\s*:?(?:\\s+(?:vom|am|per|zum|on|as of)\\s.*)?$`, 'i');
const TOTAL_PATTERN = new RegExp(
  `^(?:${BALANCE_NAMES}|(?:(?:grand|sub)[\\s-]?)?totals?|(?:zwischen)?summen?|gesamt\\w*|saldo|balance|sums?)\\b`,
  'i',
);

export const isTotal = (cells: readonly string[], isDated: boolean): boolean =>
  cells.some((cell) => (isDated ? BALANCE_PATTERN : TOTAL_PATTERN).test(cell));

const { decimals: COIN_DECIMALS } = STATEMENT_COIN_FORMAT;
const CURRENCY_NAMES: Record<string, string[]> = { EUR: ['€', 'euro', 'euros'], GBP: ['£'] };

/** Returns the names of a method's unit in lower case. A method without a known coin or currency is in dollars. */
function listUnitNames(method: string): string[] {
  const [code, coin] = [getCoinCode(method), getCoinFacts(method)];
  const names = coin ? [...coin.names, ...coin.codes] : (CURRENCY_NAMES[code] ?? ['usd', '$', 'us$']);
  return [code.toLowerCase(), ...names];
}

/** Returns a unit's number of decimals in hundred-millionths of the method's coin: 8 for the coin, 5 for `mBTC`; null if it is another. */
function getDecimals(unit: string, method: string): number | null {
  const names = listUnitNames(method);
  if (names.includes(unit.toLowerCase())) return COIN_DECIMALS;
  // A capital M means million.
  const [, prefix, coin = ''] = /^([mµμu])(.+)$/u.exec(unit) ?? [];
  if (prefix && names.includes(coin.toLowerCase())) return COIN_DECIMALS - (prefix === 'm' ? 3 : 6);
  return getCoinFacts(method)?.parts[unit.toLowerCase()] ?? null;
}

/** Returns whether a coin cell names the coin of a method: `BTC`, `XXBT`, `USDT-TRC20`, `Bitcoin (BTC)`. */
export function isCoinOf(cell: string, method: string): boolean {
  const named = [...listUnitNames(method), ...method.toLowerCase().split('-')];
  const words = cell.toLowerCase().split(/[\s()[\]/_-]+/);
  return words.some(Boolean) && words.every((word) => word === '' || named.includes(word));
}

/** Capitalised words in headers that are no units, although some are currency codes. */
const NO_UNITS = /^(?:ALL|TOP|NET|FEE|USER|INCL|EXCL|GROSS)$/;
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency').filter((code) => !NO_UNITS.test(code)));

/** Returns the foreign unit in a column's name, such as `sats` in `Value (sats)`; null without one. */
export function findForeignUnit(header: string, method: string): string | null {
  const spaced = header.replace(/(\p{Ll}{2})(?=\p{Lu})/gu, '$1 ');
  const isUnit = (word: string) =>
    CURRENCY_CODES.has(word) ||
    /^(?:\p{Sc}|eur|euros?|usd|dollars?|gbp|chf)$/iu.test(word) ||
    [method, ...Object.keys(COIN_FACTS)].some((code) => getDecimals(word, code) !== null) ||
    (/^[A-Z]{3,5}$/.test(word) && !NO_UNITS.test(word) && new RegExp(`[([]\\s*${word}`).test(spaced));
  const words = spaced.match(/[\p{L}\p{N}]+|\p{Sc}/gu) ?? [];
  return words.find((word) => isUnit(word) && getDecimals(word, method) !== COIN_DECIMALS) ?? null;
}

/** Pattern of letters and currency signs in a cell, without the exponent of `3e-7`. */
const UNIT_PATTERN = /(?!e[+-]?\d)[\p{L}\p{Sc}]+\.?/giu;

/** Returns whether a cell may be an amount: a number, with one short word or sign at most. */
export const isAmountText = (cell: string): boolean =>
  /^[-−–+(]?[\d.,'’\s]*\d[\d.,'’\s]*(?:e[+-]?\d+)?\s*[-−–)]?$/i.test(cell.replace(/[\p{L}\p{Sc}]{1,5}/u, '').trim());

export type CellAmount = { digits: string; format: AmountFormat; sign: -1 | 1 | null } | { fault: string };

/** Splits an amount of a statement into its parts: `1.5 DR`, `(150,000 sats)`, `BTC 0.5`. */
export function splitAmount(cell: string, method: string): CellAmount {
  const digits = cell.replace(UNIT_PATTERN, ' ').trim();
  const words = [...cell.matchAll(UNIT_PATTERN)].map(([word]) => word.replace(/\.$/, ''));
  const [unit, ...otherUnits] = words.filter((word) => getDecimals(word, method) !== null);
  const [mark, ...otherMarks] = words.filter((word) => getDecimals(word, method) === null);
  const marked = mark === undefined ? null : readDirection(mark);
  if (mark !== undefined && marked === null) return { fault: `is not an amount of ${getCoinCode(method)}` };
  if (!/\d/.test(digits) || otherUnits.length > 0 || otherMarks.length > 0) return { fault: 'is no amount' };
  const isNegative = /^[-−–(]|[-−–]\)?$/.test(digits);
  if (marked === 1 && isNegative) return { fault: 'has two signs' };
  const sign = isNegative ? -1 : (marked ?? (digits.startsWith('+') ? 1 : null));
  const decimals = (unit === undefined ? null : getDecimals(unit, method)) ?? COIN_DECIMALS;
  // The smallest unit of a coin has no decimals, so a mark in its amount separates thousands.
  return { digits, format: { ...STATEMENT_COIN_FORMAT, decimals, loose: decimals !== 0 }, sign };
}
