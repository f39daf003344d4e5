import { type Account, EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { advanceAccount, midsAt } from '../accounts/advance';
import { calculateEquity, withLeverage } from '../accounts/margin';
import { requireContract } from '../contracts';
import { isOpen } from '../hours';
import { abs, min } from '../numbers';
import { place, recordFlow } from '../orders/place';
import type { Prices } from '../prices/prices';
import { type Delay, publicSeedDelay } from './delays';
import { createHistory, type LeaderHistory } from './history';
import type { Memory, Strategy, StrategyView, Target } from './strategy';

export type LeaderProgress = {
  account: Account;
  memory: Memory;
  /** Time up to which everything has been processed, milliseconds. */
  until: number;
};

/** Prices of a market, its past closes (cached once they were requested), and the delay of decisions. */
export type MarketData = { prices: Prices; history: LeaderHistory; delay: Delay };

/** @param delay delay of leaders' decisions on this market */
export const createMarketData = (prices: Prices, delay: Delay = publicSeedDelay): MarketData => ({
  prices,
  history: createHistory(prices),
  delay,
});

export function startProgress(strategy: Strategy, at: number): { progress: LeaderProgress; orders: Order[] } {
  const { account, order } = recordFlow(EMPTY_ACCOUNT, strategy.capital, 'engine', at, 0n);
  const levered = strategy.markets.reduce((now, id) => {
    const { maxLeverage } = requireContract(id);
    return withLeverage(now, id, min(strategy.leverage, maxLeverage), maxLeverage) ?? now;
  }, account);
  return { progress: { account: levered, memory: strategy.memory, until: at }, orders: [order] };
}

function nextDecision(strategy: Strategy, delay: Delay, after: number): number {
  const { every, offset } = strategy;
  const last = Math.floor((after - offset) / every) * every + offset;
  const decided = last + delay(strategy, last);
  return decided > after ? decided : last + every + delay(strategy, last + every);
}

/** Advances a simulated leader's trading to an instant. Many short calls give the same rows as one. */
export function runLeader(
  strategy: Strategy,
  market: MarketData,
  progress: LeaderProgress,
  to: number,
): { progress: LeaderProgress; orders: Order[] } {
  let { account, memory, until } = progress;
  const orders: Order[] = [];
  for (let at = nextDecision(strategy, market.delay, until); ; at = nextDecision(strategy, market.delay, at)) {
    const end = Math.min(at, to);
    if (end > until) {
      const advanced = advanceAccount(account, market.prices, until, end);
      account = advanced.account;
      orders.push(...advanced.orders);
      until = end;
    }
    if (at > to) return { progress: { account, memory, until }, orders };
    const decision = strategy.decide(strategyViewOf(account, market, at), memory);
    memory = decision.memory;
    for (const target of decision.targets) {
      const placed = orderToTarget(account, market, target, at);
      account = placed.account;
      orders.push(...placed.orders);
    }
  }
}

function strategyViewOf(account: Account, { prices, history }: MarketData, at: number): StrategyView {
  const scaleOf = (id: string) => Number(requireContract(id).scale);
  return {
    at,
    equity: Number(calculateEquity(account, midsAt(prices, at))) / 100,
    price: (id) => history.price(id, at),
    closes: (id, length, count) => history.closes(id, length, count, at),
    isOpen: (id) => isOpen(requireContract(id).hours, at),
    held: (id) => {
      const size = Number(account.positions[id]?.size ?? 0n) / 1e8;
      return requireContract(id).dollarBase ? size : size * history.price(id, at);
    },
    entry: (id) => {
      const position = account.positions[id];
      return position ? Number(position.cost / abs(position.size)) / scaleOf(id) : 0;
    },
  };
}

/**
 * Places the order that moves a position to its target. Places none if the target is already reached, or the margin
 * does not suffice.
 */
function orderToTarget(account: Account, { prices, history }: MarketData, target: Target, at: number) {
  const { id, dollars } = target;
  const { scale, dollarBase } = requireContract(id);
  const units = dollarBase ? dollars : dollars / history.price(id, at);
  const held = account.positions[id]?.size ?? 0n;
  // Rounds to whole thousandths, so that sizes look like those of human orders.
  const targetSize = BigInt(Math.trunc(units * 1_000)) * 100_000n;
  const level = (price: number | undefined) => (price === undefined ? null : BigInt(Math.round(price * Number(scale))));
  const request = {
    id,
    size: targetSize - held,
    by: 'engine',
    stop: level(target.stop),
    takeProfit: level(target.takeProfit),
  } as const;
  const placed = place(account, prices, request, at);
  return placed.ok ? placed.value : { account, orders: [] };
}
