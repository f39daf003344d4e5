/* Traffic budget of a page that updates itself, and its pauses between reconnections. */

export const MAX_BYTES_PER_MINUTE = 60_000;

export const budgetPauseMs = (bytes: number): number => (bytes * 60_000) / MAX_BYTES_PER_MINUTE;

const RECONNECT_PAUSE_MS = { first: 2_000, longest: 5 * 60_000 };

/** Duration from which a connection counts as successful, milliseconds. */
const SUCCESS_MS = 20_000;

/**
 * Returns the number of consecutive failures after a connection. `lasted` is its duration in milliseconds, 0 if it was
 * never opened.
 */
export const countFailures = (failures: number, lasted: number): number => (lasted >= SUCCESS_MS ? 1 : failures + 1);

/** Returns the pause before the next attempt, milliseconds. It doubles up to five minutes; half is random, so that clients spread out. */
export const reconnectPauseMs = (failures: number, random: () => number = Math.random): number =>
  Math.min(RECONNECT_PAUSE_MS.first * 2 ** (failures - 1), RECONNECT_PAUSE_MS.longest) * (0.5 + random() / 2);
