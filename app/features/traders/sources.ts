import type { trader } from '#drizzle/schema';

/** Where results come from, in calls. */
export const SOURCE_WORDS = {
  log: 'typed results',
  engine: 'simulated',
  signal: 'signals',
  investor: 'investor',
} as const satisfies Record<(typeof trader.$inferSelect)['source'], string>;

/** The same on cards, profiles and lists. */
export const SOURCE_LABELS: Record<keyof typeof SOURCE_WORDS, string> = {
  ...SOURCE_WORDS,
  log: 'entered by operator',
};
