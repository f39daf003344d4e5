/** What a request brings along to be charged with when it ends. */
export type Running = { holder: string; from: number };

/** Holders that are kept; past this, those that owe nothing any more are forgotten. */
const KEPT = 10_000;

/**
 * Measures how much of the process's working time each holder (an account, an address) takes, and says who is over a budget.
 *
 * Node does one thing at a time, so what counts is the time the event loop works while a holder's requests are under way. Between
 * two changes of who is under way it is split evenly among the requests: one sum runs on for all, and each request is charged
 * with what the sum grew by meanwhile. What a holder has taken drains evenly over the window, so the budget is a rate with a burst of
 * one budget.
 * @param options.budget milliseconds of work that a holder may take in a window
 * @param options.window milliseconds
 * @param options.worked milliseconds that the event loop has worked since the process began
 * @param options.now a clock that only goes forward, milliseconds
 */
export function createProcessorShare(options: {
  budget: number;
  window: number;
  worked: () => number;
  now: () => number;
}) {
  const { budget, window, worked, now } = options;
  const taken = new Map<string, { spent: number; at: number }>();
  let underWay = 0;
  let perRequest = 0;
  let last = worked();

  /** Brings the sum up to now. */
  const advance = (): number => {
    const work = worked();
    if (underWay > 0) perRequest += (work - last) / underWay;
    last = work;
    return perRequest;
  };

  /** What a holder has taken and not drained yet, milliseconds of work. */
  const owed = (holder: string): number => {
    const known = taken.get(holder);
    return known ? Math.max(0, known.spent - ((now() - known.at) * budget) / window) : 0;
  };

  return {
    /** A request of the holder begins to be worked on. */
    begin: (holder: string): Running => {
      const from = advance();
      underWay += 1;
      return { holder, from };
    },
    /** It has ended: its holder is charged with its part of the work meanwhile. */
    end: ({ holder, from }: Running): void => {
      const to = advance();
      underWay -= 1;
      if (taken.size >= KEPT) for (const each of [...taken.keys()]) if (owed(each) === 0) taken.delete(each);
      taken.set(holder, { spent: owed(holder) + to - from, at: now() });
    },
    /** How long a holder that is over its budget has to wait, whole seconds; 0 for one that may go on. */
    waitOf: (holder: string): number => {
      const over = owed(holder) - budget;
      return over > 0 ? Math.ceil((over * window) / budget / 1_000) : 0;
    },
  };
}
