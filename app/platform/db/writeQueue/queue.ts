import { setImmediate as nextTurn } from 'node:timers/promises';

/** Queue that `serve` processes in batches. The event loop runs between batches, so that requests are still read. */
export function createBatchQueue<T>(serve: (waiting: T[]) => Promise<void>): {
  push(one: T): void;
  idle(): Promise<void>;
} {
  const waiting: T[] = [];
  let serving: Promise<void> | null = null;

  async function drain(): Promise<void> {
    do {
      // Waits before the first batch too, so that work queued in the same turn of the event loop is served together.
      await nextTurn();
      await serve(waiting);
    } while (waiting.length > 0);
    // Set synchronously after the queue was found empty, so that later pushes start `drain` again.
    serving = null;
  }

  return {
    push: (one) => {
      waiting.push(one);
      serving ??= drain();
    },
    idle: async () => {
      await serving;
    },
  };
}
