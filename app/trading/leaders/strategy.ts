import { DAY } from '~/platform/clock';

/* Strategy of a simulated leader: a pure function of prices and memory. It uses only operations that every engine rounds equally. */

export type Memory = { readonly [name: string]: number };

/** Data that a strategy sees when it decides. Amounts in dollars and prices are numbers. */
export type StrategyView = {
  at: number;
  equity: number;
  price: (id: string) => number;
  /** Returns the closes of the last `count` completed candles of `length` milliseconds, oldest first. */
  closes: (id: string, length: number, count: number) => readonly number[];
  isOpen: (id: string) => boolean;
  /**
   * Returns the signed worth of the leader's position in an instrument at the current price, in dollars; 0 if there is
   * none.
   */
  held: (id: string) => number;
  entry: (id: string) => number;
};

export type Target = {
  id: string;
  /** Signed worth in dollars that the position should have; 0 closes it. */
  dollars: number;
  /** Stop and take-profit prices. */
  stop?: number;
  takeProfit?: number;
};

export type StrategyDecision = { memory: Memory; targets: readonly Target[] };

export type Strategy = {
  id: string;
  firstName: string;
  lastName: string;
  nationality: string;
  character: string;
  bio: string;
  markets: readonly string[];
  /** Starting capital, cents. */
  capital: bigint;
  /** Smallest amount of a copy, cents. */
  minimum: bigint;
  leverage: bigint;
  /** Offset in milliseconds after each multiple of `every`. The decision follows somewhat later (`delays.ts`). */
  every: number;
  offset: number;
  memory: Memory;
  decide: (view: StrategyView, memory: Memory) => StrategyDecision;
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function populationDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) * (value - middle))));
}

export const relativeChanges = (closes: readonly number[]): number[] =>
  closes.slice(1).map((close, index) => close / (closes[index] as number) - 1);

export const openTargets = (
  view: StrategyView,
  ids: readonly string[],
  target: (id: string) => Target | null,
): Target[] => ids.flatMap((id) => (view.isOpen(id) ? (target(id) ?? []) : []));

/** Returns the distance of a price from its average over some days, in standard deviations; negative if it is cheap. */
export function deviationFromAverage(view: StrategyView, id: string, days = 200): number {
  const closes = view.closes(id, DAY, days);
  return (view.price(id) - mean(closes)) / populationDeviation(closes);
}

/** Number of days of the average by which a coin is judged cheap or dear. */
const COIN_AVERAGE_DAYS = 300;
/** Distance in standard deviations beyond which a position does not grow. */
const MAX_DEVIATIONS = 2;
/** Smallest change of a position, as a part of the equity. */
const MIN_CHANGE_OF_EQUITY = 0.005;

/** Buys cheap coins and sells dear ones, by `share` of the equity per deviation. `relative`: coins are compared with each other. */
export function meanReversionTargets(
  view: StrategyView,
  coins: readonly string[],
  share: (id: string) => number,
  { relative }: { relative: boolean },
): Target[] {
  const distances = coins.map((id) => deviationFromAverage(view, id, COIN_AVERAGE_DAYS));
  const middle = relative ? mean(distances) : 0;
  return coins.flatMap((id, index) => {
    const away = (distances[index] as number) - middle;
    const dollars = -share(id) * Math.min(Math.max(away, -MAX_DEVIATIONS), MAX_DEVIATIONS) * view.equity;
    return Math.abs(view.held(id) - dollars) > MIN_CHANGE_OF_EQUITY * view.equity ? [{ id, dollars }] : [];
  });
}
