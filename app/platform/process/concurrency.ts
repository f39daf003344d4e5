import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that work may block requests on this thread, milliseconds. */
const MAX_BLOCKING_MS = 4;

let lastYieldAt = performance.now();

/** Returns whether this thread has worked for a few milliseconds, so that a loop of small steps should yield. */
export const shouldYield = (): boolean => performance.now() - lastYieldAt >= MAX_BLOCKING_MS;

/** Yields to requests if this thread has worked for a few milliseconds; for loops without other waits. */
export async function yieldToRequests(): Promise<void> {
  if (!shouldYield()) return;
  await nextTurn();
  lastYieldAt = performance.now();
}

export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/** Creates a limit on concurrent tasks. Throws `QueueFullError` if more than `waiting` tasks wait. */
export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (line.length >= waiting) throw new QueueFullError(`${waiting} wait already`);
    else await new Promise<void>((resume) => line.push(resume));
    try {
      return await work();
    } finally {
      // The slot passes to the next in line, and becomes free only if nobody waits.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
