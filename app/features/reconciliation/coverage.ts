import { after, DAY } from '~/platform/clock';
import { dayText, utcText } from '~/platform/text/dayText';

/*
 * From when to when the statements of a method have every movement. Of each day either its chain or files tell: the chain from its first
 * whole reading on, while its server is set, and files for all else.
 */

/** Everything that moved from one time until another is on the statement. */
export type Span = { from: Date; until: Date };

/** What a method's statements cover: files, its chain, and whether the chain is read on. */
export type Coverage = { files: Span | null; chain: Span | null; isChainRead: boolean };

/** The time at which a day by UTC begins. */
export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** What a person said a file covers, both days whole. Of the day that goes on it has what was until now. */
export function spanOf({ from, until }: { from: string; until: string }, now: Date): Span {
  const end = after(startOf(until), DAY);
  return { from: startOf(from), until: end > now ? now : end };
}

/**
 * What files cover once another one was read in. One that leaves a gap to those of before adds nothing, as what lies between is missing;
 * only where those end before the statements begin (`opensAt`) does it take their place.
 */
export function withFile(kept: Span | null, said: Span, opensAt: Date): Span {
  if (!kept) return said;
  if (said.from <= kept.until && said.until >= kept.from)
    return {
      from: new Date(Math.min(said.from.getTime(), kept.from.getTime())),
      until: new Date(Math.max(said.until.getTime(), kept.until.getTime())),
    };
  return kept.until <= opensAt && said.from > kept.until ? said : kept;
}

/** The days that are covered wholly, in words; null where none is. */
export function daysText({ from, until }: Span): string | null {
  const first = after(from, (DAY - (from.getTime() % DAY)) % DAY);
  const last = after(until, -(until.getTime() % DAY) - DAY);
  return last < first ? null : `from ${dayText(first)} to the end of ${dayText(last)}`;
}

/** What the statements of a method have, source by source. */
export function coverageText({ files, chain }: Coverage): string {
  const known = files && daysText(files);
  const told = [known && `Files go ${known}.`, chain && `The chain is read until ${utcText(chain.until)}.`];
  return told.filter(Boolean).join(' ') || 'No statement has a whole day yet.';
}

/** Why a day can't be signed yet, in words that say which source goes to which day; null where a source covers it wholly. */
export function whyNotCovered({ files, chain, isChainRead }: Coverage, day: string): string | null {
  const start = startOf(day);
  const end = after(start, DAY);
  const covers = (span: Span | null) => span !== null && span.from <= start && span.until >= end;
  if (covers(chain)) return null;
  if (chain && isChainRead && chain.from <= start)
    return `The chain is read until ${utcText(chain.until)} only. Sign this day once it was read beyond it.`;
  if (covers(files)) return null;
  const known = files && daysText(files);
  const have = known ? `Files go ${known}.` : 'No file has a whole day yet.';
  return `${have} Import one that has ${dayText(start)} whole.`;
}
