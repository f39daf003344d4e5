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

/** @property typed number of closed results that an administrator entered */
type Labelled = { simulated: boolean; source: keyof typeof SOURCE_WORDS; typed: number };

/** Returns the warnings that any figure of a trader needs: simulated, or entered by an administrator. */
export function cautionsOf(trader: Labelled): string[] {
  const cautions = trader.simulated || trader.source === 'engine' ? ['simulated'] : [];
  const typed = typedLabel(trader);
  return typed ? [...cautions, typed] : cautions;
}

/** Returns the label that an administrator entered all or some results of a trader; null without such results. Copies have it too. */
export function typedLabel({ source, typed }: Pick<Labelled, 'source' | 'typed'>): string | null {
  if (source === 'log') return SOURCE_LABELS.log;
  return typed > 0 ? 'partly entered by operator' : null;
}

export const isTypedTrader = ({ source, typed }: Pick<Labelled, 'source' | 'typed'>): boolean =>
  source === 'log' || typed > 0;

/** Returns the labels of calls: `cautionsOf`, plus the origin of other results. */
export const labelsInCalls = (trader: Labelled): string[] => [
  ...new Set([...cautionsOf(trader), SOURCE_LABELS[trader.source]]),
];

export const labelsOf = (trader: Labelled): string[] =>
  labelsInCalls(trader).map((label) => (label === SOURCE_LABELS.investor ? 'also an investor' : label));
