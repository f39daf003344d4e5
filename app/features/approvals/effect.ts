import type { ChangedValue } from '~/platform/events/changes';

/**
 * What an act does, exactly, as the second administrator reads it: `title` says the act, and each line one thing that
 * becomes of it: an amount gained or lost, a term before and after, what a share is a share of.
 */
export type Effect = { title: string; lines: ChangedValue[] };

/** An effect as it is kept: the same effect has the same bytes on either engine, keys sorted. */
export function canonicalEffect({ lines, title }: Effect): string {
  const sorted = lines.map(({ from, name, to }) => (from === undefined ? { name, to } : { from, name, to }));
  return JSON.stringify({ lines: sorted, title });
}

/** Reads an effect as `canonicalEffect` has written it. */
export function readEffect(kept: string): Effect {
  return JSON.parse(kept) as Effect;
}

/** A line in words: `$10.00`, or `$10.00 → $20.00` where something was there before. */
export const lineText = ({ from, to }: ChangedValue): string =>
  from === undefined ? to || 'nothing' : `${from || 'nothing'} → ${to || 'nothing'}`;

/** The lines by name, for mails and the audit log. */
export const effectInWords = ({ lines }: Effect): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [line.name, lineText(line)]));

/** What is different between an effect as it was and as it is now, in words that show both; empty when they are the same. */
export function effectDifferences(then: Effect, now: Effect): string[] {
  const before = effectInWords(then);
  const after = effectInWords(now);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? 'nothing'} then, ${after[name] ?? 'nothing'} now`);
  return then.title === now.title ? lines : [`"${then.title}" then, "${now.title}" now`, ...lines];
}
