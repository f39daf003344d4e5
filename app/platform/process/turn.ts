import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that work may keep this thread from requests, milliseconds. */
const MAX_TURN_MS = 4;

let begun = performance.now();

/** Returns whether this thread has worked for a few milliseconds, so that a loop of many small steps knows when to yield. */
export const isTurnOver = (): boolean => performance.now() - begun >= MAX_TURN_MS;

/** Yields to requests once this thread has worked for a few milliseconds: for loops without waits. */
export async function yieldToRequests(): Promise<void> {
  if (!isTurnOver()) return;
  await nextTurn();
  begun = performance.now();
}

export class NoTurnError extends Error {
  override name = 'NoTurnError';
}

/** Runs few tasks at once; beyond `waiting` it throws `NoTurnError`. */
export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (line.length >= waiting) throw new NoTurnError(`${waiting} wait already`);
    else await new Promise<void>((resume) => line.push(resume));
    try {
      return await work();
    } finally {
      // The turn goes to the next in line; it is free again only when nobody waits.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
