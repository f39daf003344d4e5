import type { trader } from '#drizzle/schema';

export const SOURCE_WORDS = {
  log: 'typed results',
  engine: 'simulated',
  signal: 'signals',
  investor: 'investor',
} as const satisfies Record<(typeof trader.$inferSelect)['source'], string>;

const SOURCE_LABELS: Record<keyof typeof SOURCE_WORDS, string> = {
  ...SOURCE_WORDS,
  log: 'entered by operator',
};

/** @property typed how many of the closed results an administrator typed */
type Labelled = { simulated: boolean; source: keyof typeof SOURCE_WORDS; typed: number };

/** Returns what must be said beside any figure of a trader: that results are simulated, or an administrator's word. */
export function cautionsOf(trader: Labelled): string[] {
  const cautions = trader.simulated || trader.source === 'engine' ? ['simulated'] : [];
  const typed = typedLabel(trader);
  return typed ? [...cautions, typed] : cautions;
}

/** That results of a trader are an administrator's word, all or some; null where none is. Copies of them say it too. */
export function typedLabel({ source, typed }: Pick<Labelled, 'source' | 'typed'>): string | null {
  if (source === 'log') return SOURCE_LABELS.log;
  return typed > 0 ? 'partly entered by operator' : null;
}

export const isTypedTrader = ({ source, typed }: Pick<Labelled, 'source' | 'typed'>): boolean =>
  source === 'log' || typed > 0;

/** `cautionsOf` with where the results of others come from, in calls. */
export const labelsInCalls = (trader: Labelled): string[] => [
  ...new Set([...cautionsOf(trader), SOURCE_LABELS[trader.source]]),
];

/** The same on cards, profiles and lists, beside the name of somebody who is shown as a trader. */
export const labelsOf = (trader: Labelled): string[] =>
  labelsInCalls(trader).map((label) => (label === SOURCE_LABELS.investor ? 'also an investor' : label));
