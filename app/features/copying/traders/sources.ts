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

/**
 * Returns the label for a trader whose results an administrator entered entirely or in part; null without such results. Copies show it
 * too.
 */
export function manualLabel({ source, typed }: Pick<Labelled, 'source' | 'typed'>): string | null {
  if (source === 'log') return SOURCE_LABELS.log;
  return typed > 0 ? 'partly entered by operator' : null;
}

export const isManualTrader = ({ source, typed }: Pick<Labelled, 'source' | 'typed'>): boolean =>
  source === 'log' || typed > 0;

/** Returns a trader's labels in calls: simulated, entered by an administrator, or the origin of other results. */
export const labelsInCalls = (trader: Labelled): string[] => {
  const labels = [
    (trader.simulated || trader.source === 'engine') && SOURCE_LABELS.engine,
    manualLabel(trader),
    SOURCE_LABELS[trader.source],
  ];
  return [...new Set(labels.filter((label) => typeof label === 'string'))];
};

/** Returns a trader's labels on cards, profiles and lists. They omit "simulated", which the banner of paper mode states. */
export const labelsOf = (trader: Labelled): string[] =>
  labelsInCalls(trader).flatMap((label) => {
    if (label === SOURCE_LABELS.engine) return [];
    return label === SOURCE_LABELS.investor ? 'also an investor' : label;
  });
