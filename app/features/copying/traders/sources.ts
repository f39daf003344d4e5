import type { trader } from '#drizzle/schema';

export const SOURCE_API_LABELS = {
  log: 'typed results',
  engine: 'simulated',
  signal: 'signals',
  investor: 'investor',
} as const satisfies Record<(typeof trader.$inferSelect)['source'], string>;

const SOURCE_LABELS: Record<keyof typeof SOURCE_API_LABELS, string> = {
  ...SOURCE_API_LABELS,
  log: 'entered by management',
};

/** @property manualResults number of closed results that an administrator entered */
type Labelled = { simulated: boolean; source: keyof typeof SOURCE_API_LABELS; manualResults: number };

/**
 * Returns the label for a trader whose results an administrator entered entirely or in part; null without such results. Copies show it
 * too.
 */
export function manualLabel({ source, manualResults }: Pick<Labelled, 'source' | 'manualResults'>): string | null {
  if (source === 'log') return SOURCE_LABELS.log;
  return manualResults > 0 ? 'partly entered by management' : null;
}

export const isManualTrader = ({ source, manualResults }: Pick<Labelled, 'source' | 'manualResults'>): boolean =>
  source === 'log' || manualResults > 0;

/** Returns a trader's labels in calls: simulated, entered by an administrator, or the origin of other results. */
export const listLabelsInCalls = (trader: Labelled): string[] => {
  const labels = [
    (trader.simulated || trader.source === 'engine') && SOURCE_LABELS.engine,
    manualLabel(trader),
    SOURCE_LABELS[trader.source],
  ];
  return [...new Set(labels.filter((label) => typeof label === 'string'))];
};

/** Returns a trader's labels on cards, profiles and lists. They omit "simulated", which the banner of paper mode states. */
export const listLabels = (trader: Labelled): string[] =>
  listLabelsInCalls(trader).flatMap((label) => {
    if (label === SOURCE_LABELS.engine) return [];
    return label === SOURCE_LABELS.investor ? 'also an investor' : label;
  });
