import type { trader } from '#drizzle/schema';

/** Where results come from, on every card and profile, and in calls. */
export const SOURCE_WORDS = {
  log: 'typed results',
  engine: 'simulated',
  signal: 'signals',
  investor: 'investor',
} as const satisfies Record<(typeof trader.$inferSelect)['source'], string>;
