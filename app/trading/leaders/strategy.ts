import { DAY } from '~/platform/clock';

/*
 * What a simulated leader is: a pure function of past prices and of its own memory. Prices here are plain numbers, and
 * strategies use nothing but + - * / and Math.sqrt, abs, floor, min and max on them, which every engine rounds alike: the same
 * seed gives the same orders on every machine.
 */

/** What a strategy remembers from one decision to the next; kept as JSON. */
export type Memory = { readonly [name: string]: number };

/** What a strategy sees when it decides. Dollars and prices as numbers. */
export type View = {
  /** Milliseconds. */
  at: number;
  /** The account's equity, dollars. */
  equity: number;
  /** The feed's price now. */
  price: (id: string) => number;
  /** The last `count` closes of candles of `length` milliseconds that are over, oldest first. */
  closes: (id: string, length: number, count: number) => readonly number[];
  isOpen: (id: string) => boolean;
  /** Dollars of it held at the price of now, with their side; 0 for nothing. */
  held: (id: string) => number;
  /** The average entry of what is held; 0 for nothing. */
  entry: (id: string) => number;
};

/** A position to have from now on, by an order at the market. */
export type Target = {
  id: string;
  /** What it should be worth, with its side; 0 closes it. */
  dollars: number;
  /** Where it closes by itself; prices. */
  stop?: number;
  takeProfit?: number;
};

export type StrategyDecision = { memory: Memory; targets: readonly Target[] };

/** A simulated leader. */
export type Strategy = {
  /** As it is known in the database. */
  id: string;
  firstName: string;
  lastName: string;
  nationality: string;
  /** What kind it is, in a word or two. */
  character: string;
  /** A line for its profile. */
  bio: string;
  /** Ids of what it trades. */
  markets: readonly string[];
  /** What it starts with, cents. */
  capital: bigint;
  /** The least that copies it, cents. */
  minimum: bigint;
  /** The leverage it trades with, where a market's limit is not lower. */
  leverage: bigint;
  /** Its times are this many milliseconds after each multiple of `every`; it decides somewhat later (`delays.ts`). */
  every: number;
  offset: number;
  memory: Memory;
  decide: (view: View, memory: Memory) => StrategyDecision;
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The standard deviation around the mean, of all values. */
export function populationDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) * (value - middle))));
}

/** Each close over the one before, less one. */
export const returns = (closes: readonly number[]): number[] =>
  closes.slice(1).map((close, index) => close / (closes[index] as number) - 1);

/** Targets for those markets of some that are open. */
export const whereOpen = (view: View, ids: readonly string[], target: (id: string) => Target | null): Target[] =>
  ids.flatMap((id) => (view.isOpen(id) ? (target(id) ?? []) : []));

/** How far a price is from its average of two hundred days, in deviations around that; below zero where it is cheap. */
export function fromAverage(view: View, id: string): number {
  const closes = view.closes(id, DAY, 200);
  return (view.price(id) - mean(closes)) / populationDeviation(closes);
}
