import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * One at a time through a narrow door: what arrives waits here, and `serve` takes from the front as much as it wants to do
 * together. Between two turns at the door the event loop runs, so a long queue never keeps requests from being read.
 */
export function queueFor<T>(serve: (waiting: T[]) => Promise<void>): { push(one: T): void; idle(): Promise<void> } {
  const waiting: T[] = [];
  let serving: Promise<void> | null = null;

  async function drain(): Promise<void> {
    do {
      // Also before the first: what arrives in the same turn is served together.
      await nextTurn();
      await serve(waiting);
    } while (waiting.length > 0);
    // In the same turn as the look at the queue: what is pushed after this starts a drain of its own.
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
