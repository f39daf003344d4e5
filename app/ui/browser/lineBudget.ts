/* Budget of a page that stays up to date by itself, and its patience when the line breaks. */

/** Bytes a minute that a page may take for what moves on it. */
export const MAX_BYTES_PER_MINUTE = 60_000;

/** Returns the pause after so many bytes that keeps the budget, milliseconds. */
export const restAfter = (bytes: number): number => (bytes * 60_000) / MAX_BYTES_PER_MINUTE;

/** Before a first and before a late try, milliseconds. */
const PAUSE = { first: 2_000, longest: 5 * 60_000 };

/** A connection that has lasted so long was no failure, milliseconds. */
const LASTED = 20_000;

/** Returns the failures in a row, once a connection has ended that lasted so many milliseconds; 0 for one that never came about. */
export const failuresAfter = (failures: number, lasted: number): number => (lasted >= LASTED ? 1 : failures + 1);

/** Returns the wait before the next try, milliseconds: doubling up to five minutes, half of it chance so that not all come at once. */
export const pauseAfter = (failures: number, random: () => number = Math.random): number =>
  Math.min(PAUSE.first * 2 ** (failures - 1), PAUSE.longest) * (0.5 + random() / 2);
