/** First part of a date with slashes or hyphens and the year at the end. Dates with points start with the day. */
type DateOrder = 'day' | 'month';

/** Date format of a column: order, position of a two-digit year, and the offset from UTC in minutes of dates without a zone. */
export type DateFormat = { order: DateOrder; shortYear?: 'first' | 'last'; zone?: number };

const MONTH_ABBREVIATIONS = 'jan|jän feb mar|mär|mrz apr may|mai jun jul aug sep oct|okt nov dec|dez'.split(' ');
const findMonth = (name: string): number =>
  MONTH_ABBREVIATIONS.findIndex((names) => names.split('|').includes(name.toLowerCase())) + 1;

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
const SHORT_YEAR = /^\d{1,2}([-/.])\d{1,2}\1\d{2}(?!\d)/;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*[.,]*\s+/i;

/** Time of the first bitcoin; no statement of a coin is older. */
const OLDEST_DATE_MS = Date.UTC(2009, 0, 3);
const isPlausible = (at: number): number | null => (at >= OLDEST_DATE_MS ? at : null);

type Parts = Record<string, string | undefined>;

function parseDay({ year, month, day, name, one, mark, other, end }: Parts, { order, shortYear }: DateFormat) {
  if (name) return [year, findMonth(name), day];
  if (!end) return [year, month, day];
  if (end.length === 2 && shortYear === 'first') return [one?.length === 2 ? one : undefined, other, end];
  return mark === '.' || order === 'day' ? [end, other, one] : [end, one, other];
}

/** Returns the offset from UTC in minutes of `UTC+8`, `-05:00`, `+0200` or `Z`. */
function parseZoneMinutes(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+\-−])\s*(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Parses the booking time of a line in the forms that wallets, exchanges and banks use: `2026-03-02 14:30`, `02.03.2026`, `3/2/2026 2:30
 * PM`, `26-03-02`, `2 Mar 2026`, `Mar 2, 2026`, `20260302`, or seconds or milliseconds since 1970.
 * @returns milliseconds since 1970; null if it is no date, or one before the first coin
 */
export function readStatementDate(text: string, format: DateFormat): number | null {
  const typed = text.trim().replace(WEEKDAY, '');
  if (/^\d{10}(\.\d+)?$/.test(typed)) return isPlausible(Math.trunc(Number(typed)) * 1_000);
  if (/^\d{13}$/.test(typed)) return isPlausible(Number(typed));
  const parts: Parts | undefined = DATE_PATTERNS.map((form) => form.exec(typed)).find(Boolean)?.groups;
  if (!parts) return null;
  const [year, month, day] = parseDay(parts, format);
  const { hours = '0', minutes = '0', seconds = '0', half, zone } = parts;
  if (!year || Number(minutes) > 59 || Number(seconds) > 59 || (half && Number(hours) > 12)) return null;
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  const [y, m, d] = [Number(String(year).length === 2 ? `20${year}` : year), Number(month) - 1, Number(day)];
  const at = new Date(Date.UTC(y, m, d, hour, Number(minutes), Number(seconds)));
  // An invalid date, such as 31 February, would become another day.
  if (at.getUTCMonth() !== m || at.getUTCDate() !== d || at.getUTCHours() !== hour) return null;
  return isPlausible(at.getTime() - (zone ? parseZoneMinutes(zone) : (format.zone ?? 0)) * 60_000);
}

const DATE_ORDERS: DateFormat[] = [{ order: 'day' }, { order: 'month' }, { order: 'day', shortYear: 'first' }];

export const isDateText = (text: string): boolean =>
  DATE_ORDERS.some((format) => readStatementDate(text, format) !== null);

export function detectDateOrder(dates: readonly string[]): DateOrder | null {
  const can = (order: DateOrder) =>
    dates.every((date) => !isDateText(date) || readStatementDate(date, { order }) !== null);
  return can('day') === can('month') ? null : can('day') ? 'day' : 'month';
}

/** Period before the latest possible date in which two-digit years are tried first, milliseconds. */
const RECENT_MS = 5 * 366 * 86_400_000;

/** Returns the position of two-digit years in a column, as in `26-11-02`, with no line after `until`; null if ambiguous. */
export function placeShortYear(dates: readonly string[], order: DateOrder, until: number): 'first' | 'last' | null {
  const short = dates.filter((date) => SHORT_YEAR.test(date.trim().replace(WEEKDAY, '')));
  const read = (shortYear: 'first' | 'last') => short.map((date) => readStatementDate(date, { order, shortYear }));
  const [first, last] = [read('first'), read('last')];
  for (const since of [until - RECENT_MS, OLDEST_DATE_MS]) {
    const fits = (times: (number | null)[]) => times.every((at) => at !== null && at >= since && at <= until);
    if (fits(first) && fits(last))
      return short.every((date, at) => first[at] === last[at] || !date.includes('-')) ? 'last' : null;
    if (fits(first)) return 'first';
    if (fits(last)) return 'last';
  }
  return 'last';
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
