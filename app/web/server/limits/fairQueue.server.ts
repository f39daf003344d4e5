import { performance } from 'node:perf_hooks';
import { SECOND } from '~/platform/clock';
import type { Origin } from '~/signIns/subscriber';

/** Interval of checks of the event loop while tasks wait, milliseconds. */
const POLL_INTERVAL_MS = 5;
/** Idle time of the loop after which slots are passed on, milliseconds. */
const IDLE_MS = 2.5;
/** Longest time that slots are held while other work keeps the loop busy, milliseconds. */
const MAX_HOLD_MS = SECOND;

type Work = (done: () => void) => void;

export type Bounds = {
  atOnce: number;
  ofOne: number;
  /** Largest numbers of waiting tasks, above which tasks are refused. Unlimited by default. */
  waiting?: { all: number; ofNetwork: number; ofOne: number };
  /** Returns the total idle time of the event loop. If it was idle, the running tasks only wait, so their slots are passed on. */
  idle?: () => number;
};

/**
 * Creates a scheduler that runs `atOnce` tasks at a time, `ofOne` per subscriber. Others wait: networks alternate, and
 * so do the subscribers of a network.
 */
export function createFairQueue({ atOnce, ofOne, waiting, idle }: Bounds) {
  // A map keeps the order of its keys: the first is next, and moves to the end once it was served.
  const networks = new Map<string, Map<string, Work[]>>();
  const places = new Set<object>();
  const running = new Map<string, number>();
  let size = 0;
  let pollTimer: NodeJS.Timeout | null = null;

  const countOf = (subscriber: string) => running.get(subscriber) ?? 0;

  function start(subscriber: string, work: Work): void {
    const place = {};
    let isDone = false;
    places.add(place);
    running.set(subscriber, countOf(subscriber) + 1);
    work(() => {
      if (isDone) return;
      isDone = true;
      const left = countOf(subscriber) - 1;
      if (left > 0) running.set(subscriber, left);
      else running.delete(subscriber);
      places.delete(place);
      // Deferred to the next turn of the event loop, so that requests that arrived meanwhile are queued.
      if (size > 0) setImmediate(next);
    });
  }

  function next(): boolean {
    if (places.size >= atOnce) return false;
    for (const [network, lines] of networks) {
      for (const [subscriber, line] of lines) {
        const [work] = line;
        if (!work || countOf(subscriber) >= ofOne) continue;
        line.shift();
        size -= 1;
        lines.delete(subscriber);
        if (line.length > 0) lines.set(subscriber, line);
        networks.delete(network);
        if (lines.size > 0) networks.set(network, lines);
        start(subscriber, work);
        return true;
      }
    }
    return false;
  }

  function poll(idleTime: () => number): void {
    if (pollTimer) return;
    let since = { idle: idleTime(), at: performance.now() };
    pollTimer = setInterval(() => {
      if (idleTime() - since.idle > IDLE_MS || performance.now() - since.at > MAX_HOLD_MS) {
        since = { idle: idleTime(), at: performance.now() };
        places.clear();
        while (next());
      }
      if (size > 0 || !pollTimer) return;
      clearInterval(pollTimer);
      pollTimer = null;
    }, POLL_INTERVAL_MS);
  }

  function isFull({ network, subscriber }: Origin): boolean {
    if (!waiting || (places.size < atOnce && countOf(subscriber) < ofOne)) return false;
    const lines = networks.get(network);
    const ofNetwork = [...(lines?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
    const ofOwn = lines?.get(subscriber)?.length ?? 0;
    return size >= waiting.all || ofNetwork >= waiting.ofNetwork || ofOwn >= waiting.ofOne;
  }

  return {
    /** Runs work when it is its turn; the work calls its argument at the end. @returns false if too many tasks wait */
    enqueue(origin: Origin, work: Work): boolean {
      if (isFull(origin)) return false;
      const lines = networks.get(origin.network) ?? new Map<string, Work[]>();
      networks.set(origin.network, lines);
      const line = lines.get(origin.subscriber) ?? [];
      lines.set(origin.subscriber, line);
      line.push(work);
      size += 1;
      next();
      if (size > 0 && idle) poll(idle);
      return true;
    },
  };
}
