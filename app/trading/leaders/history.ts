import { SECOND } from '~/platform/clock';
import { requireContract } from '../contracts';
import type { Prices } from '../prices/prices';

/** Number of closes stored per instrument and interval; strategies use up to 200. */
const MAX_CLOSES = 2_000;

export function createHistory(prices: Prices) {
  const stored = new Map<string, Map<number, number>>();
  const price = (id: string, at: number): number => Number(prices.at(id, at)) / Number(requireContract(id).scale);

  function close(id: string, length: number, index: number): number {
    const key = `${id} ${length}`;
    let known = stored.get(key);
    if (!known || known.size > MAX_CLOSES) {
      known = new Map();
      stored.set(key, known);
    }
    let found = known.get(index);
    if (found === undefined) {
      found = price(id, (index + 1) * length - SECOND);
      known.set(index, found);
    }
    return found;
  }

  return {
    price,
    closes: (id: string, length: number, count: number, at: number): number[] => {
      const forming = Math.floor(at / length);
      return Array.from({ length: count }, (_, index) => close(id, length, forming - count + index));
    },
  };
}

export type LeaderHistory = ReturnType<typeof createHistory>;
