import { performance } from 'node:perf_hooks';
import { DatabaseBusyError } from './errors';

/**
 * Queue of one key. `last` resolves when all work in it has ended; `progressAt` is the time of the last end, by
 * `performance.now()`.
 */
type KeyQueue = { last: Promise<void>; progressAt: number };

/** Queues of this process's work by key. Work waits for earlier work that shares one of its keys. */
export class KeyedQueue {
  private readonly lines = new Map<string, KeyQueue>();

  /** @param patienceMs longest wait in a queue without progress, milliseconds, after which work is refused */
  constructor(private readonly patienceMs: number) {}

  /**
   * Runs `work` after all earlier work with one of its keys. Throws `DatabaseBusyError` after `patienceMs` without
   * progress.
   */
  async run<T>(named: readonly string[], work: () => Promise<T>): Promise<T> {
    const keys = [...new Set(named)];
    const before = keys.flatMap((key) => this.lines.get(key)?.last ?? []);
    let leave = () => {};
    const done = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // If this work gives up waiting, later work still waits for the earlier work.
    const last = Promise.all([...before, done]).then(() => {});
    for (const key of keys) {
      this.lines.set(key, { last, progressAt: this.lines.get(key)?.progressAt ?? performance.now() });
    }
    void last.then(() => {
      for (const key of keys) if (this.lines.get(key)?.last === last) this.lines.delete(key);
    });
    try {
      if (before.length > 0) await this.acquire(keys, Promise.all(before));
      const value = await work();
      for (const key of keys) this.noteProgress(key);
      return value;
    } finally {
      leave();
    }
  }

  private noteProgress(key: string): void {
    const line = this.lines.get(key);
    if (line) line.progressAt = performance.now();
  }

  private async acquire(keys: readonly string[], before: Promise<unknown>): Promise<void> {
    const arrivedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      const poll = () => {
        const progressAt = Math.max(arrivedAt, ...keys.map((key) => this.lines.get(key)?.progressAt ?? 0));
        const left = progressAt + this.patienceMs - performance.now();
        if (left > 0) timer = setTimeout(poll, left);
        else reject(new DatabaseBusyError('Waiting for the lock took too long'));
      };
      poll();
    });
    try {
      await Promise.race([before, limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until no work is running. */
  async idle(): Promise<void> {
    while (this.lines.size > 0) await Promise.all(Array.from(this.lines.values(), ({ last }) => last));
  }
}
