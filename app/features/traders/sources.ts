import type { trader } from '#drizzle/schema';

/** Where results come from, in calls. */
export const SOURCE_WORDS = {
  log: 'typed results',
  engine: 'simulated',
  signal: 'signals',
  investor: 'investor',
} as const satisfies Record<(typeof trader.$inferSelect)['source'], string>;

/** The same on cards, profiles and lists. */
const SOURCE_LABELS: Record<keyof typeof SOURCE_WORDS, string> = {
  ...SOURCE_WORDS,
  log: 'entered by operator',
};

/** @property typed how many of the closed results an administrator typed */
type Labelled = { simulated: boolean; source: keyof typeof SOURCE_WORDS; typed: number };

/**
 * What must be said of a trader wherever a figure of theirs stands: that their results are simulated, and whose word they are. A trader
 * of typed results is called that before the first is typed, and one with an account of their own as soon as any is.
 */
export function labelsOf({ simulated, source, typed }: Labelled): string[] {
  const labels = new Set(simulated ? ['simulated'] : []);
  labels.add(SOURCE_LABELS[source]);
  if (source !== 'log' && typed > 0) labels.add('partly entered by operator');
  return [...labels];
}
