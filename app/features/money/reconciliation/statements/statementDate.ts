import { offsetIn } from '~/platform/fields/zone';

/** First part of a date of slashes or hyphens that ends with its year; in one of points it is the day. */
type DateOrder = 'day' | 'month';

/** Ways in which the dates of a column are written: the place of a year of two digits, and the zone of dates that name none. */
export type DateFormat = { order: DateOrder; shortYear?: 'first' | 'last'; zone?: Zone };

type Zone = { minutes: number; place?: string } | { minutes: null; place: string };

const MONTHS = [
  'jan|jän',
  'feb',
  'mar|mär|mrz',
  'apr',
  'may|mai',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct|okt',
  'nov',
  'dec|dez',
];
const monthNamed = (name = ''): string =>
  String(MONTHS.findIndex((names) => names.split('|').includes(name.toLowerCase())) + 1);

const NAMED_ZONES: [names: string[], zone: Zone][] = [
  [['z', 'utc', 'gmt'], { minutes: 0 }],
  [['cet', 'mez'], { minutes: 60, place: 'Europe/Berlin' }],
  [['cest', 'mesz'], { minutes: 120, place: 'Europe/Berlin' }],
  [['est'], { minutes: -300, place: 'America/New_York' }],
  [['edt'], { minutes: -240, place: 'America/New_York' }],
  [['pst'], { minutes: -480, place: 'America/Los_Angeles' }],
  [['pdt'], { minutes: -420, place: 'America/Los_Angeles' }],
  [['sgt', 'hkt'], { minutes: 480 }],
  [['jst'], { minutes: 540 }],
  [['msk'], { minutes: 180 }],
];
const namedZone = (name: string): Zone | null =>
  NAMED_ZONES.find(([names]) => names.includes(name.trim().toLowerCase()))?.[1] ?? null;

const CLOCK = String.raw`(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,:]\d+)?)?\s*([ap]\.?m\.?)?(?:\s*uhr)?)?`;
const ZONE = String.raw`\s*((?:utc|gmt)?\s*[+\-−]\d{1,2}(?::?\d{2})?|[a-z]{1,4})?(?:\s*(?:utc|\([^)]*\)))?`;
const pattern = (day: string) => new RegExp(`^${day}${CLOCK}${ZONE}$`, 'i');

const MONTH = '([a-zä]{3})[a-zäé]*';
const SHORT_YEAR = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{2})`);
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*[.,]*\s+/i;
/** A day without marks before a clock, and one with a clock without marks. */
const BARE_DAY = /^(20\d{2})(\d{2})(\d{2})(?:(?=\s)|T?(\d{2})(\d{2})(\d{2})Z?$)/;
const bare = (_: string, year: string, month: string, day: string, ...[hours, ...rest]: string[]): string =>
  [`${year}-${month}-${day}`, hours && `${hours}:${rest.slice(0, 2).join(':')}`].filter(Boolean).join(' ');

type Day = [year: string | undefined, month: string | undefined, day: string | undefined];
type Parts = (string | undefined)[];

function lastYear([one, mark, other, end]: Parts, { order, shortYear }: DateFormat): Day {
  if (end?.length === 2 && shortYear === 'first') return [one?.length === 2 ? one : undefined, other, end];
  return mark === '.' || order === 'day' ? [end, other, one] : [end, one, other];
}

/** Forms of days: how many groups a pattern has before its clock, and which year, month and day they are. */
const FORMS: [RegExp, groups: number, (parts: Parts, format: DateFormat) => Day][] = [
  [pattern(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`), 3, ([year, month, day]) => [year, month, day]],
  [pattern(String.raw`(20\d{2})(\d{2})(\d{2})`), 3, ([year, month, day]) => [year, month, day]],
  [pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})`), 4, lastYear],
  [SHORT_YEAR, 4, lastYear],
  [
    pattern(String.raw`(\d{1,2})\.?[\s-]+${MONTH}\.?[\s-](\d{4}|\d{2})`),
    3,
    ([day, name, year]) => [year, monthNamed(name), day],
  ],
  [pattern(String.raw`${MONTH}\.?\s(\d{1,2}),?\s(\d{4})`), 3, ([name, day, year]) => [year, monthNamed(name), day]],
];

/** The first bitcoin: no statement of a coin is older. */
const OLDEST = Date.UTC(2009, 0, 3);
const sane = (at: number): number | null => (at >= OLDEST ? at : null);

/**
 * Reads when a line was booked, in the forms that wallets, exchanges and banks use: `2026-03-02 14:30`, `02.03.2026`, `3/2/2026 2:30 PM`,
 * `26-03-02`, `2 Mar 2026`, `Mar 2, 2026`, `20260302`, or seconds or milliseconds since 1970.
 * @returns milliseconds since 1970; null if it is no date, or one before there were coins
 */
export function readStatementDate(text: string, format: DateFormat): number | null {
  const typed = text.trim().replace(WEEKDAY, '').replace(BARE_DAY, bare);
  if (/^\d{10}(\.\d+)?$/.test(typed)) return sane(Math.trunc(Number(typed)) * 1_000);
  if (/^\d{13}$/.test(typed)) return sane(Number(typed));
  for (const [form, groups, dayOf] of FORMS) {
    const [found, ...parts] = form.exec(typed) ?? [];
    if (found !== undefined) return instant(dayOf(parts, format), parts.slice(groups), format.zone);
  }
  return null;
}

function instant([year = '', month, day]: Day, clock: Parts, columnZone: Zone | undefined): number | null {
  const [hours = '0', minutes = '0', seconds = '0', half, zone] = clock;
  if (year === '' || Number(minutes) > 59 || Number(seconds) > 59 || (half && Number(hours) > 12)) return null;
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  const [y, m, d] = [Number(year.length === 2 ? `20${year}` : year), Number(month) - 1, Number(day)];
  const at = new Date(Date.UTC(y, m, d, hour, Number(minutes), Number(seconds)));
  // What the calendar does not have, such as 31 February, would become another day.
  if (at.getUTCMonth() !== m || at.getUTCDate() !== d || at.getUTCHours() !== hour) return null;
  if (!zone) return columnZone ? inZone(at.getTime(), columnZone) : sane(at.getTime());
  const { minutes: ahead } = zoneNamed(zone) ?? { minutes: null };
  return ahead === null ? null : sane(at.getTime() - ahead * 60_000);
}

/** Returns the instant at which clocks of a zone show a time; null where they never do, as CET in summer. */
function inZone(shown: number, { minutes, place }: Zone): number | null {
  const fixed = (minutes ?? 0) * 60_000;
  const ahead = place === undefined ? fixed : offsetIn(place, shown - offsetIn(place, shown));
  return minutes !== null && ahead !== fixed ? null : sane(shown - ahead);
}

/** Returns the zone of `UTC+8`, `-05:00`, `+0200` or `CET`; null for an unknown one. */
function zoneNamed(text: string): Zone | null {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2}):?(\d{2})?$/i.exec(text.trim()) ?? [];
  if (!sign) return namedZone(text);
  return { minutes: (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) };
}

const ORDERS: DateFormat[] = [{ order: 'day' }, { order: 'month' }, { order: 'day', shortYear: 'first' }];

export const isDateText = (text: string): boolean => ORDERS.some((format) => readStatementDate(text, format) !== null);

export function shownOrder(dates: readonly string[]): DateOrder | null {
  const can = (order: DateOrder) =>
    dates.every((date) => !isDateText(date) || readStatementDate(date, { order }) !== null);
  return can('day') === can('month') ? null : can('day') ? 'day' : 'month';
}

/** Years before today in which dates with two-digit years are searched for first. */
const RECENT_MS = 5 * 366 * 86_400_000;

/** Decides where a two-digit year stands in a column, as in `26-11-02`, with no line after `until`; null where both ways are different days. */
export function placeShortYear(dates: readonly string[], order: DateOrder, until: number): 'first' | 'last' | null {
  const short = dates.filter((date) => SHORT_YEAR.test(date.trim().replace(WEEKDAY, '')));
  const read = (shortYear: 'first' | 'last') => short.map((date) => readStatementDate(date, { order, shortYear }));
  const [first, last] = [read('first'), read('last')];
  for (const since of [until - RECENT_MS, OLDEST]) {
    const fits = (times: (number | null)[]) => times.every((at) => at !== null && at >= since && at <= until);
    if (fits(first) && fits(last))
      return short.every((date, at) => first[at] === last[at] || !date.includes('-')) ? 'last' : null;
    if (fits(first)) return 'first';
    if (fits(last)) return 'last';
  }
  return 'last';
}

export function zoneIn(header: string): Zone | null | undefined {
  const [place] = /\b[A-Z]\w+(?:\/[A-Z]\w+)+\b/.exec(header) ?? [];
  if (place) return isPlace(place) ? { minutes: null, place } : null;
  const [, offset] =
    /(?:^|[^a-z])(?:utc|gmt)\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)/i.exec(header) ??
    /\(\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)\s*\)/.exec(header) ??
    [];
  if (offset) return zoneNamed(offset);
  const named = header.split(/[^\p{L}]+/u).find((word) => word !== 'z' && namedZone(word));
  if (named) return namedZone(named);
  return /\((?:[A-Z]{1,3}[SD]?T|local(?: time)?|lokal|ortszeit)\)/i.test(header) ? null : undefined;
}

function isPlace(place: string): boolean {
  try {
    return offsetIn(place, 0) !== null;
  } catch {
    return false;
  }
}
