import { z } from 'zod';
import { parseTradeTime } from '~/features/copying/traders/schema';
import { done, type Refusal, type Result, refuse } from '~/platform/result';

const DATE_HINT = 'Enter a date, as in 11/21/2026, 21/11/2026, 2026/11/21, 21.11.2026 or 2026-11-21';

/** Pattern of three numbers separated by the same mark, with an optional time of day. */
const NUMERIC_DATE_PATTERN = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})\.?(?:,? .*)?$/;
const DIRECTION_MARKS = /[\u200e\u200f]/g;

/**
 * Converts a date in ISO 8601 or a format of `toLocaleDateString` to ISO 8601 in UTC. Reads an ambiguous date with the
 * month first, but with the day first if it has dots.
 */
export function parseDate(text: string): Result<string, Refusal> {
  const sent = text.replace(DIRECTION_MARKS, '').trim();
  const iso = toIsoText(sent);
  if (iso !== null && parseTradeTime(iso, new Date(0)) !== null) return done(iso);
  return refuse('bad-date', `"${sent.slice(0, 30)}" is not a date. ${DATE_HINT}`, 'date');
}

export const dateField = z
  .string({ error: DATE_HINT })
  .max(40, DATE_HINT)
  .transform((sent, context) => {
    const read = parseDate(sent);
    if (read.ok) return read.value;
    context.addIssue({ code: 'custom', message: read.error.message });
    return z.NEVER;
  });

/**
 * Returns the ISO date, or an empty text (which means now) if it is ahead, but not beyond tomorrow (UTC): the client
 * may be in a zone east of the server.
 */
export function clearIfSlightlyAhead(iso: string, now: Date): string {
  const at = parseTradeTime(iso, now);
  // A date without a time means the end of that day.
  const endOfTomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 2) - 1;
  return at !== null && at > now && at.getTime() <= endOfTomorrow ? '' : iso;
}

/**
 * Rewrites a numeric date as ISO 8601; returns null if neither end is a four-digit year. Returns other text unchanged,
 * since `parseTradeTime` validates it.
 */
function toIsoText(sent: string): string | null {
  const found = NUMERIC_DATE_PATTERN.exec(sent);
  const [, first = '', mark, second = '', third = ''] = found ?? [];
  if (!found || (first.length === 4 && mark === '-')) return sent;
  if (first.length === 4) return joinDate(first, second, third);
  if (third.length !== 4) return null;
  const dayFirst = Number(first) > 12 || mark === '.';
  return dayFirst ? joinDate(third, second, first) : joinDate(third, first, second);
}

const joinDate = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
