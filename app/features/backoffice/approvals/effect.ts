import type { ChangedValue } from '~/platform/events/changes';

/** Exact effect of an act as shown to the second administrator: a title, and amounts and terms before and after. */
export type Effect = { title: string; lines: ChangedValue[] };

/** Serialises an effect with sorted keys, so that both database engines yield the same bytes. */
export function canonicalEffect({ lines, title }: Effect): string {
  const sorted = lines.map(({ from, name, to }) => (from === undefined ? { name, to } : { from, name, to }));
  return JSON.stringify({ lines: sorted, title });
}

export function readEffect(stored: string): Effect {
  return JSON.parse(stored) as Effect;
}

export const formatChangedValue = ({ from, to }: ChangedValue): string =>
  from === undefined ? to || 'nothing' : `${from || 'nothing'} → ${to || 'nothing'}`;

export const describeEffect = ({ lines }: Effect): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [line.name, formatChangedValue(line)]));

export function compareEffects(then: Effect, now: Effect): string[] {
  const before = describeEffect(then);
  const after = describeEffect(now);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? 'nothing'} then, ${after[name] ?? 'nothing'} now`);
  return then.title === now.title ? lines : [`"${then.title}" then, "${now.title}" now`, ...lines];
}
