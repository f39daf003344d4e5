import { offsetIn } from '~/platform/fields/zone';

/** First part of a date of slashes or hyphens that ends with its year; in one of points it is the day. */
type DateOrder = 'day' | 'month';

/** Ways in which the dates of a column are written. */
export type DateFormat = {
  order: DateOrder;
  /** Place of a year of two digits. */
  shortYear?: 'first' | 'last';
  /** Zone of dates that name none. */
  zone?: Zone;
};

/** Minutes that clocks are ahead of UTC, and the place whose clocks have that only for a part of the year. */
type Zone = { minutes: number; place?: string } | { minutes: null; place: string };

const MONTHS: Record<string, number> = {
  jan: 1,
  jän: 1,
  feb: 2,
  mar: 3,
  mär: 3,
  mrz: 3,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
};

const [BERLIN, NEW_YORK, LOS_ANGELES] = ['Europe/Berlin', 'America/New_York', 'America/Los_Angeles'];
/** Names of zones that mean one thing everywhere. */
const NAMED_ZONES: Record<string, Zone> = {
  z: { minutes: 0 },
  utc: { minutes: 0 },
  gmt: { minutes: 0 },
  cet: { minutes: 60, place: BERLIN },
  mez: { minutes: 60, place: BERLIN },
  cest: { minutes: 120, place: BERLIN },
  mesz: { minutes: 120, place: BERLIN },
  est: { minutes: -300, place: NEW_YORK },
  edt: { minutes: -240, place: NEW_YORK },
  pst: { minutes: -480, place: LOS_ANGELES },
  pdt: { minutes: -420, place: LOS_ANGELES },
  jst: { minutes: 540 },
  sgt: { minutes: 480 },
  hkt: { minutes: 480 },
  msk: { minutes: 180 },
};

const CLOCK = String.raw`(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,:]\d+)?)?\s*([ap]\.?m\.?)?(?:\s*uhr)?)?`;
const ZONE = String.raw`\s*((?:utc|gmt)?\s*[+\-−]\d{1,2}(?::?\d{2})?|[a-z]{1,4})?(?:\s*(?:utc|\([^)]*\)))?`;

const pattern = (day: string) => new RegExp(`^${day}${CLOCK}${ZONE}$`, 'i');

const MONTH = '([a-zä]{3})[a-zäé]*';
const YEAR_FIRST = pattern(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`);
const YEAR_LAST = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})`);
const SHORT_YEAR = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{2})`);
const DAY_AND_NAME = pattern(String.raw`(\d{1,2})\.?[\s-]+${MONTH}\.?[\s-](\d{4}|\d{2})`);
const NAME_AND_DAY = pattern(String.raw`${MONTH}\.?\s(\d{1,2}),?\s(\d{4})`);
const WITHOUT_MARKS = /^(20\d{2})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})Z?)?$/;
/** A day without marks before a clock. */
const BARE_DAY = /^(20\d{2})(\d{2})(\d{2})(?=\s)/;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*[.,]*\s+/i;

/** The first bitcoin: no statement of a coin is older. */
const OLDEST = Date.UTC(2009, 0, 3);

/**
 * Reads when a line was booked, in the forms that wallets, exchanges and banks use: `2026-03-02 14:30`, `02.03.2026`, `3/2/2026 2:30 PM`,
 * `26-03-02`, `2 Mar 2026`, `Mar 2, 2026`, `20260302`, or seconds or milliseconds since 1970.
 * @returns milliseconds since 1970; null if it is no date, or one before there were coins
 */
export function readStatementDate(text: string, { order, shortYear = 'last', zone }: DateFormat): number | null {
  const typed = text.trim().replace(WEEKDAY, '').replace(BARE_DAY, '$1-$2-$3');
  if (/^\d{10}(\.\d+)?$/.test(typed)) return sane(Math.trunc(Number(typed)) * 1_000);
  if (/^\d{13}$/.test(typed)) return sane(Number(typed));
  const at = (day: Day, clock: (string | undefined)[]) => instant(day, clock, zone);
  const [, bareYear, bareMonth, bareDay, ...bareClock] = WITHOUT_MARKS.exec(typed) ?? [];
  if (bareYear) return at({ year: bareYear, month: Number(bareMonth), day: bareDay }, bareClock);
  const [, year, month, day, ...clock] = YEAR_FIRST.exec(typed) ?? [];
  if (year) return at({ year, month: Number(month), day }, clock);
  const [, one, mark, other, end, ...lastClock] = YEAR_LAST.exec(typed) ?? SHORT_YEAR.exec(typed) ?? [];
  if (one && end) {
    if (end.length === 2 && shortYear === 'first')
      return one.length === 2 ? at({ year: `20${one}`, month: Number(other), day: end }, lastClock) : null;
    const isDayFirst = mark === '.' || order === 'day';
    const [first, second] = isDayFirst ? [one, other] : [other, one];
    return at({ year: fullYear(end), month: Number(second), day: first }, lastClock);
  }
  const [, namedDay, name, namedYear, ...namedClock] = DAY_AND_NAME.exec(typed) ?? [];
  if (name) return at({ year: fullYear(namedYear), month: monthNamed(name), day: namedDay }, namedClock);
  const [, firstName, thenDay, thenYear, ...thenClock] = NAME_AND_DAY.exec(typed) ?? [];
  if (firstName) return at({ year: thenYear, month: monthNamed(firstName), day: thenDay }, thenClock);
  return null;
}

const ORDERS: DateFormat[] = [{ order: 'day' }, { order: 'month' }, { order: 'day', shortYear: 'first' }];

/** Says whether a text is a date in any order. */
export const isDateText = (text: string): boolean => ORDERS.some((format) => readStatementDate(text, format) !== null);

/** Returns the order that dates of slashes or hyphens have, where they show it. */
export function shownOrder(dates: readonly string[]): DateOrder | null {
  const can = (order: DateOrder) =>
    dates.every((date) => !isDateText(date) || readStatementDate(date, { order }) !== null);
  return can('day') === can('month') ? null : can('day') ? 'day' : 'month';
}

/** Years before today in which dates with two-digit years are looked for first. */
const RECENT_MS = 5 * 366 * 86_400_000;

/**
 * Decides from all dates of a column where a two-digit year stands: `26-11-02` and `02-11-26` are the same day.
 * @param until no line was booked after this
 * @returns null where the dates can be read both ways, as different days
 */
export function placeShortYear(dates: readonly string[], order: DateOrder, until: number): 'first' | 'last' | null {
  const short = dates.filter((date) => SHORT_YEAR.test(date.trim().replace(WEEKDAY, '')));
  const read = (shortYear: 'first' | 'last') => short.map((date) => readStatementDate(date, { order, shortYear }));
  for (const since of [until - RECENT_MS, OLDEST]) {
    const fits = (times: (number | null)[]) => times.every((at) => at !== null && at >= since && at <= until);
    const [first, last] = [read('first'), read('last')];
    if (fits(first) && fits(last))
      return short.every((date, at) => first[at] === last[at] || !date.includes('-')) ? 'last' : null;
    if (fits(first)) return 'first';
    if (fits(last)) return 'last';
  }
  return 'last';
}

/**
 * Returns the zone that the header of a column of dates names, as in `Time(UTC+8)`; undefined where it names none, and null for one that
 * is not known.
 */
export function zoneIn(header: string): Zone | null | undefined {
  const [place] = /\b[A-Z]\w+(?:\/[A-Z]\w+)+\b/.exec(header) ?? [];
  if (place) return isPlace(place) ? { minutes: null, place } : null;
  const [, offset] =
    /(?:^|[^a-z])(?:utc|gmt)\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)/i.exec(header) ??
    /\(\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)\s*\)/.exec(header) ??
    [];
  if (offset) return zoneNamed(offset);
  const named = header
    .split(/[^\p{L}]+/u)
    .find((word) => Object.hasOwn(NAMED_ZONES, word.toLowerCase()) && word !== 'z');
  if (named) return NAMED_ZONES[named.toLowerCase()];
  return /\((?:[A-Z]{1,3}[SD]?T|local(?: time)?|lokal|ortszeit)\)/i.test(header) ? null : undefined;
}

function isPlace(place: string): boolean {
  try {
    return offsetIn(place, 0) !== null;
  } catch {
    return false;
  }
}

const fullYear = (year = ''): string => (year.length === 2 ? `20${year}` : year);

const monthNamed = (name: string): number => MONTHS[name.toLowerCase()] ?? 0;

type Day = { year: string | undefined; month: number; day: string | undefined };

function instant(
  { year, month, day }: Day,
  clock: (string | undefined)[],
  columnZone: Zone | undefined,
): number | null {
  const [hours = '0', minutes = '0', seconds = '0', half, zone] = clock;
  const isTwelve = Number(hours) % 12;
  const hour = half ? isTwelve + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  const [y, d] = [Number(year), Number(day)];
  const at = new Date(Date.UTC(y, month - 1, d, hour, Number(minutes), Number(seconds)));
  // What the calendar does not have, such as 31 February, would become another day.
  const isThere = at.getUTCMonth() === month - 1 && at.getUTCDate() === d && at.getUTCHours() === hour;
  if (!isThere || Number(minutes) > 59 || Number(seconds) > 59 || (half && Number(hours) > 12)) return null;
  if (!zone) return columnZone ? inZone(at.getTime(), columnZone) : sane(at.getTime());
  const named = zoneNamed(zone);
  return named && named.minutes !== null ? sane(at.getTime() - named.minutes * 60_000) : null;
}

/** Returns the instant at which clocks of a zone show a time; null where they never do, as CET in summer. */
function inZone(shown: number, { minutes, place }: Zone): number | null {
  const near = place === undefined ? 0 : offsetIn(place, shown);
  const ahead = place === undefined ? (minutes ?? 0) * 60_000 : offsetIn(place, shown - near);
  return minutes !== null && ahead !== minutes * 60_000 ? null : sane(shown - ahead);
}

/** Returns the zone of `UTC+8`, `-05:00`, `+0200` or `CET`; null for an unknown one. */
function zoneNamed(text: string): Zone | null {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2}):?(\d{2})?$/i.exec(text.trim()) ?? [];
  if (!sign) return NAMED_ZONES[text.trim().toLowerCase()] ?? null;
  return { minutes: (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) };
}

const sane = (at: number): number | null => (at >= OLDEST ? at : null);
