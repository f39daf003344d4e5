import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import type { Ratio } from './numbers';

/* The assumptions of trading that are one number each. The page that publishes them is drawn from here (`assumptions.ts`). */

/** A copy is filled this long after its leader, milliseconds, however long a fan-out takes. */
export const COPY_DELAY = SECOND;

/** On a live source nothing is filled on a quote older than this, milliseconds. */
export const OLDEST_QUOTE = MINUTE;

/** Nor on one that moved further than this within `MOVE_WINDOW` milliseconds. */
export const FURTHEST_MOVE: Ratio = [1n, 4n];
export const MOVE_WINDOW = MINUTE;

/** Positions are closed out while equity is under this part of the required margin. */
export const CLOSE_OUT: Ratio = [1n, 2n];

/** What a position held over `HOLDING_TIME` pays, of what is borrowed for it. */
export const HOLDING_RATE: Ratio = [1n, 10_000n];
/** Milliseconds into the day, UTC. */
export const HOLDING_TIME = 22 * HOUR;

/** A copied order worth less is left out, cents. */
export const SMALLEST_COPIED = 100n;

/** The most of a copy's profit that its leader may be given. */
export const MOST_SHARED: Ratio = [30n, 100n];
