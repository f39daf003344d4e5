import { after, DAY } from '~/platform/clock';
import { dayText, utcText } from '~/platform/text/dayText';

/** Everything that moved from one time until another is on the statement. */
export type CoveredRange = { from: Date; until: Date };

/**
 * Coverage of a method: files, its chain, and whether the chain is read on. Each day is covered by its chain (from its first whole reading
 * on, while its server is set) or by files.
 */
export type Coverage = { files: CoveredRange | null; chain: CoveredRange | null; isChainRead: boolean };

export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns what a person said a file covers, both days whole. Of the day that continues it has what was until now. */
export function spanOf({ from, until }: { from: string; until: string }, now: Date): CoveredRange {
  const end = after(startOf(until), DAY);
  return { from: startOf(from), until: end > now ? now : end };
}

/**
 * Returns what files cover once another one was read in. One that leaves a gap to those of before adds nothing, as what lies between is missing;
 * only where those end before the statements begin (`opensAt`) does it take their place.
 */
export function extendCoverage(kept: CoveredRange | null, said: CoveredRange, opensAt: Date): CoveredRange {
  if (!kept) return said;
  if (said.from > kept.until || said.until < kept.from)
    return kept.until <= opensAt && said.from > kept.until ? said : kept;
  return {
    from: new Date(Math.min(said.from.getTime(), kept.from.getTime())),
    until: new Date(Math.max(said.until.getTime(), kept.until.getTime())),
  };
}

function daysText(span: CoveredRange | null): string | null {
  if (!span) return null;
  const first = after(span.from, (DAY - (span.from.getTime() % DAY)) % DAY);
  const last = after(span.until, -(span.until.getTime() % DAY) - DAY);
  return last < first ? null : `Files go from ${dayText(first)} to the end of ${dayText(last)}.`;
}

export function coverageText({ files, chain }: Coverage): string {
  const told = [daysText(files), chain && `The chain is read until ${utcText(chain.until)}.`];
  return told.filter(Boolean).join(' ') || 'No statement has a whole day yet.';
}

export function whyNotCovered({ files, chain, isChainRead }: Coverage, day: string): string | null {
  const start = startOf(day);
  const covers = (span: CoveredRange | null) => span !== null && span.from <= start && span.until >= after(start, DAY);
  if (covers(chain)) return null;
  if (chain && isChainRead && chain.from <= start)
    return `The chain is read until ${utcText(chain.until)} only. Sign this day once it was read beyond it.`;
  if (covers(files)) return null;
  return `${daysText(files) ?? 'No file has a whole day yet.'} Import one that has ${dayText(start)} whole.`;
}
