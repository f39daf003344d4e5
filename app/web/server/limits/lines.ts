import type { Origin } from '~/signIns/subscriber';

/** Queue with a line per subscriber: networks take turns, and so do the subscribers within one. */
export function createLines<T>() {
  // A map keeps the order of its keys: the first is the next one, and goes to the end once it was served.
  const networks = new Map<string, Map<string, T[]>>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    countOf({ network, subscriber }: Origin): { ofNetwork: number; ofSubscriber: number } {
      const lines = networks.get(network);
      const ofNetwork = [...(lines?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
      return { ofNetwork, ofSubscriber: lines?.get(subscriber)?.length ?? 0 };
    },
    add({ network, subscriber }: Origin, one: T): void {
      const lines = networks.get(network) ?? new Map<string, T[]>();
      networks.set(network, lines);
      const line = lines.get(subscriber) ?? [];
      lines.set(subscriber, line);
      line.push(one);
      size += 1;
    },
    /** Takes the next item whose subscriber has a free slot. @returns null without one */
    next(may: (subscriber: string) => boolean): { subscriber: string; one: T } | null {
      for (const [network, lines] of networks) {
        for (const [subscriber, line] of lines) {
          const [one] = line;
          if (one === undefined || !may(subscriber)) continue;
          line.shift();
          size -= 1;
          lines.delete(subscriber);
          if (line.length > 0) lines.set(subscriber, line);
          networks.delete(network);
          if (lines.size > 0) networks.set(network, lines);
          return { subscriber, one };
        }
      }
      return null;
    },
  };
}
