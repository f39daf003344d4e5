import { tradeTime } from '~/features/traders/schema';
import { after, DAY } from '~/platform/clock';
import { done, type Refusal, type Result, refuse } from '~/platform/result';

export const DATE_FORMS = 'Enter a date, as in 11/21/2026, 21/11/2026, 2026/11/21, 21.11.2026 or 2026-11-21';

/** Three numbers with the same kind of mark between them; a time of day may follow, and marks that set the writing direction. */
const NUMBERS = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})\.?(?:,? .*)?$/;
const DIRECTION = /[\u200e\u200f]/g;

/**
 * Reads a date as `toLocaleDateString` writes it in some locale, or as ISO 8601 has it. Where day and month can't be told
 * apart the month comes first, as in the specification's locale; between dots it is the day, as in every locale that has them.
 * Up to a day after `now` counts as now, since the client may be in a zone east of the server.
 * @returns an ISO date, `2026-11-21`, or an instant, UTC; empty for now
 */
export function writtenDate(text: string, now: Date): Result<string, Refusal> {
  const sent = text.replace(DIRECTION, '').trim();
  const iso = isoOf(sent);
  const at = iso === null ? null : tradeTime(iso, now);
  if (iso === null || at === null) {
    const named = sent.slice(0, 30);
    return refuse('bad-date', `"${named}" is no date. ${DATE_FORMS}`, 'date');
  }
  return done(at > now && at <= endOfTomorrow(now) ? '' : iso);
}

/** The last moment of the next day, UTC: a date alone stands for the end of its day. */
const endOfTomorrow = (now: Date): Date => after(new Date(Math.floor(now.getTime() / DAY) * DAY), 2 * DAY - 1);

/** The same in ISO 8601; null for what is none of the known forms. */
function isoOf(sent: string): string | null {
  const found = NUMBERS.exec(sent);
  const [, first = '', mark, second = '', third = ''] = found ?? [];
  if (!found || (first.length === 4 && mark === '-')) return sent;
  if (first.length === 4) return dateOf(first, second, third);
  if (third.length !== 4) return null;
  const dayFirst = Number(first) > 12 || mark === '.';
  return dayFirst ? dateOf(third, second, first) : dateOf(third, first, second);
}

const dateOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
