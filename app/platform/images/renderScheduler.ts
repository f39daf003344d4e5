import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '../durations';
import { QueueFullError } from '../process/concurrency';

export type RenderOwner = { account: string; subscriber: string; network: string };

/** Largest number of pictures decoded in parallel; leaves a core of a small machine for pages. */
const MAX_CONCURRENT_PICTURES = 2;
const MAX_QUEUED_PICTURES = 10;
const HOLDER_SHARES = { account: 4, subscriber: 6, network: 8 };
/** Time budgets: rendering time of each holder within `BUDGET_WINDOW_MS`, milliseconds. */
const BUDGETS_MS = { account: 30 * SECOND, subscriber: 60 * SECOND, network: 120 * SECOND };
const BUDGET_WINDOW_MS = 10 * MINUTE;
const MAX_BUDGET_ENTRIES = 10_000;

type QueuedPicture = { renderOwner: RenderOwner | null; start: () => void; giveUp: () => void };

const holderKinds = ['account', 'subscriber', 'network'] as const;

/**
 * Creates a scheduler that decodes pictures of those accounts and networks first that have used the least time. Its
 * function throws `QueueFullError` if too many wait.
 */
export function createRenderScheduler(time: () => number = () => performance.now()) {
  let running = 0;
  let line: QueuedPicture[] = [];
  const held = new Map<string, number>();
  const spent = new LRUCache<string, { milliseconds: number; since: number }>({ max: MAX_BUDGET_ENTRIES });
  const spentOf = (key: string): number => {
    const known = spent.get(key);
    return known && time() - known.since < BUDGET_WINDOW_MS ? known.milliseconds : 0;
  };
  const keysOf = (owner: RenderOwner) => holderKinds.map((kind) => ({ kind, key: `${kind} ${owner[kind]}` }));
  const spentBy = (owner: RenderOwner | null): number =>
    owner ? keysOf(owner).reduce((sum, { key }) => sum + spentOf(key), 0) : 0;

  function hold(owner: RenderOwner, by: 1 | -1): void {
    for (const { key } of keysOf(owner)) {
      const count = (held.get(key) ?? 0) + by;
      if (count > 0) held.set(key, count);
      else held.delete(key);
    }
  }

  function charge(owner: RenderOwner, milliseconds: number): void {
    for (const { key } of keysOf(owner)) {
      const before = spentOf(key);
      const since = before > 0 ? (spent.get(key)?.since ?? time()) : time();
      spent.set(key, { milliseconds: before + milliseconds, since });
    }
  }

  const lowestSpender = (): QueuedPicture | undefined =>
    line.reduce<QueuedPicture | undefined>(
      (best, each) => (best && spentBy(best.renderOwner) <= spentBy(each.renderOwner) ? best : each),
      undefined,
    );

  function displace(owner: RenderOwner | null): boolean {
    const [first, ...others] = line;
    if (!first) return false;
    const costliest = others.reduce(
      (worst, each) => (spentBy(each.renderOwner) > spentBy(worst.renderOwner) ? each : worst),
      first,
    );
    if (spentBy(costliest.renderOwner) <= spentBy(owner)) return false;
    line = line.filter((each) => each !== costliest);
    costliest.giveUp();
    return true;
  }

  async function acquireSlot(owner: RenderOwner | null): Promise<void> {
    if (running < MAX_CONCURRENT_PICTURES) {
      running += 1;
      return;
    }
    if (line.length >= MAX_QUEUED_PICTURES && !displace(owner))
      throw new QueueFullError(`${MAX_QUEUED_PICTURES} wait already`);
    await new Promise<void>((start, reject) => {
      line.push({ renderOwner: owner, start, giveUp: () => reject(new QueueFullError('Others have used less time')) });
    });
  }

  return async <T>(owner: RenderOwner | null, work: () => Promise<T>): Promise<T> => {
    for (const { kind, key } of owner ? keysOf(owner) : []) {
      if ((held.get(key) ?? 0) >= HOLDER_SHARES[kind]) throw new QueueFullError(`This ${kind} has its share`);
      if (spentOf(key) >= BUDGETS_MS[kind]) throw new QueueFullError(`This ${kind} has used its time`);
    }
    if (owner) hold(owner, 1);
    try {
      await acquireSlot(owner);
      const startedAt = time();
      try {
        return await work();
      } finally {
        if (owner) charge(owner, time() - startedAt);
        // The slot passes directly to the next in line, and is free only if nobody waits.
        const next = lowestSpender();
        line = line.filter((each) => each !== next);
        if (next) next.start();
        else running -= 1;
      }
    } finally {
      if (owner) hold(owner, -1);
    }
  };
}
