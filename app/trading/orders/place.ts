import { SECOND } from '~/platform/clock';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import {
  type Account,
  apply,
  calculateEntryPrice,
  getLeverage,
  type Order,
  type OrderSource,
  type WaitingOrder,
} from '../accounts/account';
import { type Advanced, fillOrder, midsAt } from '../accounts/advance';
import { withMoneyAt } from '../accounts/later';
import { calculateEquity, isReducing } from '../accounts/margin';
import { contractOf } from '../contracts';
import type { Prices } from '../prices/prices';
import { MAX_QUOTE_AGE_MS, MAX_RESPONSE_DELAY_MS } from '../tradingTerms';
import { fillAt, getSide, marketFillTime } from './fills';

/** Order request for an account. Prices are in units of the instrument's last decimal. */
export type OrderRequest = {
  id: string;
  size: bigint;
  by: OrderSource;
  level?: { kind: 'limit' | 'stop'; price: bigint };
  stop?: bigint | null;
  takeProfit?: bigint | null;
  reduceOnly?: boolean;
};

/**
 * Places an order in an account. The order is filled, or waits for its price or market; on a live source it waits for a
 * later quote.
 */
export function place(account: Account, prices: Prices, request: OrderRequest, at: number): Result<Advanced, Refusal> {
  const { id, size, by, level, stop = null, takeProfit = null, reduceOnly = false } = request;
  const contract = contractOf(id);
  if (!contract) return refuse('not-tradable', 'This can’t be traded.', 'symbol');
  if (prices.quoted && !prices.quoted.covers(id)) {
    return refuse(
      'not-quoted',
      `${contract.symbol} can’t be traded here: no source has its price every minute.`,
      'symbol',
    );
  }
  if (size === 0n) return refuse('no-size', 'An order needs a size.', 'size');
  for (const price of [level?.price, stop, takeProfit]) {
    if (price != null && price <= 0n) return refuse('no-price', 'A price is more than zero.', 'price');
  }
  if (reduceOnly && !isReducing(account, id, size)) {
    return refuse('not-held', 'You hold less than that of this instrument.', 'size');
  }
  const second = Math.floor(at / SECOND) * SECOND;
  if (prices.quoted || level || marketFillTime(contract, second) > second) {
    const key = account.lastOrderKey + 1;
    const kind = level?.kind ?? 'market';
    const waits: WaitingOrder = {
      key,
      id,
      kind,
      size,
      level: level?.price ?? null,
      by,
      // Milliseconds are kept on a live source, since quotes from before the order must not fill it.
      since: prices.quoted ? at : second,
      stop,
      takeProfit,
      ...(reduceOnly && { reduceOnly: true as const }),
    };
    return done({ account: { ...account, lastOrderKey: key, waiting: [...account.waiting, waits] }, orders: [] });
  }
  const fill = fillAt(contract, prices.at(id, second), getSide(size), second);
  const result = fillOrder(account, prices, { id, size, by, kind: 'market', fill, stop, takeProfit });
  if (result.orders.length === 0)
    return refuse('margin', 'There is not enough margin for an order of this size.', 'size');
  return done(result);
}

/** Cancels a waiting order. On a live source the order ends at the first price later than `at`. */
export const cancel = (account: Account, prices: Prices, key: number, at: number): Account => ({
  ...account,
  waiting: account.waiting.flatMap((order) => {
    if (order.key !== key || order.kind === 'amend') return [order];
    return prices.quoted?.covers(order.id) ? [{ ...order, cancelledAt: order.cancelledAt ?? at }] : [];
  }),
});

/** Time after which no quote from before a cancellation can arrive, milliseconds. */
export const QUOTE_SETTLE_MS = MAX_QUOTE_AGE_MS + MAX_RESPONSE_DELAY_MS;

/**
 * Returns an account without orders that were cancelled so long ago that no price can fill them. Otherwise missing
 * prices would block their money forever.
 */
export const withoutExpiredOrders = (account: Account, at: number): Account => ({
  ...account,
  waiting: account.waiting.filter(({ kind, id, cancelledAt }) =>
    kind === 'amend' ? account.positions[id] : cancelledAt === undefined || at - cancelledAt <= QUOTE_SETTLE_MS,
  ),
});

export const openingOrders = ({ waiting }: Account): WaitingOrder[] =>
  waiting.filter(({ kind, reduceOnly }) => kind !== 'amend' && !reduceOnly);

export const cancelOpening = (account: Account, prices: Prices, at: number): Account =>
  openingOrders(account).reduce((rest, { key }) => cancel(rest, prices, key, at), account);

/**
 * Changes a position's stop and take-profit. On a live source the change applies from the first price after `at`. Null
 * without a position.
 */
export function amend(
  account: Account,
  prices: Prices,
  { id, by, stop, takeProfit }: { id: string; by: OrderSource; stop: bigint | null; takeProfit: bigint | null },
  at: number,
): Advanced | null {
  const position = account.positions[id];
  if (!position) return null;
  if (prices.quoted?.covers(id)) {
    const key = account.lastOrderKey + 1;
    const waits: WaitingOrder = {
      key,
      id,
      kind: 'amend',
      size: position.size,
      level: null,
      by,
      since: at,
      stop,
      takeProfit,
    };
    return { account: { ...account, lastOrderKey: key, waiting: [...account.waiting, waits] }, orders: [] };
  }
  const equityBefore = calculateEquity(account, midsAt(prices, at));
  const leverage = getLeverage(account, id);
  // On the simulated market rows have whole seconds, so this row must not be later than another one of the same second.
  const second = Math.floor(at / SECOND) * SECOND;
  const changed = apply(
    account,
    calculateEntryPrice({ at: second, kind: 'amend', by, id, stop, takeProfit, leverage, equityBefore }),
  );
  return { account: changed.account, orders: [changed.order] };
}

/** Deposits (positive) or withdraws money, cents. If prices up to `at` are not known yet, the transfer is deferred (`DeferredCash`). */
export function placeTransfer(
  account: Account,
  prices: Prices,
  { cents, by, at, until }: { cents: bigint; by: OrderSource; at: number; until: number },
): { account: Account; order: Order } {
  const [since, come] = [Math.floor(at / SECOND) * SECOND, Math.floor(until / SECOND) * SECOND];
  // Includes deferred transfers, since the figures compare the equity after one flow with that before the next.
  const equityBefore = calculateEquity(withMoneyAt(account), midsAt(prices, come));
  const entry = calculateEntryPrice({ at: come, kind: 'flow', by, flow: cents, equityBefore });
  return come < since ? apply(account, { ...entry, since }) : apply(withMoneyAt(account, come + 1), entry);
}

/** Deposits (positive) or withdraws money, cents. A withdrawal is limited by `maxWithdrawal` of `margin.ts`. */
export const recordFlow = (account: Account, cents: bigint, by: OrderSource, at: number, equityBefore: bigint) =>
  apply(account, calculateEntryPrice({ at, kind: 'flow', by, flow: cents, equityBefore }));
