const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const CLOCK = String.raw`(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm)?)?`;
const ZONE = String.raw`\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?`;

const pattern = (day: string) => new RegExp(`^${day}${CLOCK}${ZONE}$`, 'i');

const YEAR_FIRST = pattern(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`);
const YEAR_LAST = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})`);
const DAY_AND_NAME = pattern(String.raw`(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?[\s-](\d{4})`);
const NAME_AND_DAY = pattern(String.raw`([a-z]{3})[a-z]*\.?\s(\d{1,2}),?\s(\d{4})`);

/** The first bitcoin: no statement of a coin is older. */
const OLDEST = Date.UTC(2009, 0, 3);

/**
 * Reads when a line was booked, in the forms that wallets, exchanges and banks use: `2026-03-02 14:30`, `02.03.2026`, `3/2/2026 2:30 PM`,
 * `2 Mar 2026`, `Mar 2, 2026`, or seconds or milliseconds since 1970. Without a zone it is UTC.
 * @param order what comes first in a date of slashes or hyphens that ends with its year; with dots it is the day
 * @returns milliseconds since 1970; null if it is no date, or one before there were coins
 */
export function readStatementDate(text: string, order: 'day' | 'month'): number | null {
  const typed = text.trim();
  if (/^\d{10}$/.test(typed)) return sane(Number(typed) * 1_000);
  if (/^\d{13}$/.test(typed)) return sane(Number(typed));
  const [, year, month, day, ...clock] = YEAR_FIRST.exec(typed) ?? [];
  if (year) return instant({ year, month: Number(month), day }, clock);
  const [, one, mark, other, lastYear, ...lastClock] = YEAR_LAST.exec(typed) ?? [];
  if (one) {
    const isDayFirst = mark === '.' || order === 'day';
    const [first, second] = isDayFirst ? [one, other] : [other, one];
    return instant({ year: lastYear, month: Number(second), day: first }, lastClock);
  }
  const [, namedDay, name, namedYear, ...namedClock] = DAY_AND_NAME.exec(typed) ?? [];
  if (name) return instant({ year: namedYear, month: monthNamed(name), day: namedDay }, namedClock);
  const [, firstName, thenDay, thenYear, ...thenClock] = NAME_AND_DAY.exec(typed) ?? [];
  if (firstName) return instant({ year: thenYear, month: monthNamed(firstName), day: thenDay }, thenClock);
  return null;
}

const monthNamed = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1;

type Day = { year: string | undefined; month: number; day: string | undefined };

function instant({ year, month, day }: Day, clock: (string | undefined)[]): number | null {
  const [hours = '0', minutes = '0', seconds = '0', half, zone] = clock;
  const isTwelve = Number(hours) % 12;
  const hour = half ? isTwelve + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  const [y, d] = [Number(year), Number(day)];
  const at = new Date(Date.UTC(y, month - 1, d, hour, Number(minutes), Number(seconds)));
  // What the calendar does not have, such as 31 February, would become another day.
  const isThere = at.getUTCMonth() === month - 1 && at.getUTCDate() === d && at.getUTCHours() === hour;
  if (!isThere || Number(minutes) > 59 || Number(seconds) > 59 || (half && Number(hours) > 12)) return null;
  return sane(at.getTime() - offsetOf(zone));
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const sane = (at: number): number | null => (at >= OLDEST ? at : null);
