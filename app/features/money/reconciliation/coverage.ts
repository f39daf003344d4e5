import { after, DAY } from '~/platform/clock';
import { dayText, utcText } from '~/platform/text/dayText';

export type CoveredRange = { from: Date; until: Date };

export const getUtcStartOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the period that a file covers, in whole days. A period that includes today ends now. */
export function getCoveredRangeOfDays({ from, until }: { from: string; until: string }, now: Date): CoveredRange {
  const end = after(getUtcStartOfDay(until), DAY);
  return { from: getUtcStartOfDay(from), until: end > now ? now : end };
}

/**
 * Returns the coverage after another statement was imported; if there is a gap between the two ranges, the later
 * range.
 */
export function extendCoverage(current: CoveredRange | null, added: CoveredRange): CoveredRange {
  if (!current || added.from > current.until) return added;
  if (added.until < current.from) return current;
  return {
    from: new Date(Math.min(added.from.getTime(), current.from.getTime())),
    until: new Date(Math.max(added.until.getTime(), current.until.getTime())),
  };
}

export function formatCoverage(covered: CoveredRange | null): string {
  if (!covered) return 'No day is covered yet.';
  const from = covered.from.getTime() === 0 ? '' : `from ${utcText(covered.from)} `;
  return `Statements are complete ${from}until ${utcText(covered.until)}.`;
}

export function reasonDayNotCovered(covered: CoveredRange | null, day: string): string | null {
  const start = getUtcStartOfDay(day);
  if (covered && covered.from <= start && covered.until >= after(start, DAY)) return null;
  return `${formatCoverage(covered)} Sign ${dayText(start)} once it is covered whole.`;
}
