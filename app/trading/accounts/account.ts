import type { TRADING_ORDER_KINDS, TRADING_SOURCES } from '#drizzle/schema';
import { addResult, type Balance } from './balance';
import { type DeferredCash, maxCoveredLoss, withMoneyAt } from './later';
import { applyFill, chargeHolding, type FilledOrder, type Position } from './position';

export type OrderSource = (typeof TRADING_SOURCES)[number];

/** Kind of a row. `holding` charges a position held over 22:00 UTC; `amend` sets its stop and take-profit; `flow` moves money. */
export type OrderKind = (typeof TRADING_ORDER_KINDS)[number];

export type AccountEntry = {
  at: number;
  kind: OrderKind;
  by: OrderSource;
  id: string | null;
  /** Signed size; zero for rows without a trade. */
  size: bigint;
  price: bigint;
  /** Half of the spread, which is included in the price, in units of the price's last decimal. */
  spread: bigint;
  leverage: bigint;
  stop: bigint | null;
  takeProfit: bigint | null;
  gap: boolean;
  flow: bigint;
  /**
   * Second after which a deferred transfer (`DeferredCash`) takes effect, milliseconds. It is not stored in the log.
   */
  since?: number;
  /** Equity of the account just before this entry, cents. */
  equityBefore: bigint;
};

/** Row of an account's log. Rows never change, and are numbered from 1 within their account. */
export type Order = AccountEntry & {
  number: number;
  /** Realised result in cents: of a closing, or of holding costs. */
  result: bigint;
};

export type WaitingOrder = {
  key: number;
  id: string;
  /** `amend` changes the position's stop and take-profit at the first price after it. */
  kind: 'market' | 'limit' | 'stop' | 'amend';
  /**
   * Signed size of the order. For an `amend` it is the size held at that time, so that a position of the other side is
   * not changed.
   */
  size: bigint;
  level: bigint | null;
  by: OrderSource;
  /** Time of the order; only later seconds can fill it. */
  since: number;
  stop: bigint | null;
  takeProfit: bigint | null;
  /** True if the order can only close a position, and opens nothing. */
  reduceOnly?: true;
  /** Time of the cancellation on a live source. Earlier prices that become known later still fill the order. */
  cancelledAt?: number;
  /**
   * Set for an order that copies one of the leader's. Its size is computed when it is filled, and it does not delay
   * later orders.
   */
  follows?: Follows;
  /**
   * Set if the order takes over a position that the leader held when the copy started. In a closed market it waits for
   * the opening.
   */
  takesOver?: true;
  paused?: true;
  /** Limit of the daily spread at the time of the leader's order, as a ratio; null without a limit. */
  daySpread?: readonly [over: number, under: number] | null;
};

/**
 * Leader's order that a waiting copied order follows: its number, price and leverage, the leader's position before it,
 * and both equities in cents.
 */
export type Follows = {
  leaderOrder: number;
  leaderHeld: bigint;
  leaderPrice: bigint;
  leverage: bigint;
  leaderEquity: bigint;
  copyEquity: bigint;
};

export type Account = {
  /** Balance of the account, without the transfers in `later`. */
  balance: Balance;
  /** Transfers in order that are dated after the time to which the account is advanced. */
  later: readonly DeferredCash[];
  positions: Readonly<Record<string, Position>>;
  waiting: readonly WaitingOrder[];
  leverage: Readonly<Record<string, bigint>>;
  orders: number;
  lastOrderKey: number;
  /** Sum of deficits, in cents, that were forgiven because the market reserve bore them. */
  forgiven: bigint;
};

export const EMPTY_ACCOUNT: Account = {
  balance: { cash: 0n, waiting: 0n, deficit: 0n },
  later: [],
  positions: {},
  waiting: [],
  leverage: {},
  orders: 0,
  lastOrderKey: 0,
  forgiven: 0n,
};

export const listPositions = ({ positions }: Account): Position[] => Object.values(positions);

export const getLeverage = ({ positions, leverage }: Account, id: string): bigint =>
  positions[id]?.leverage ?? leverage[id] ?? 1n;

/** Applies one entry to an account, and returns the row to store. `payable` is the largest profit that can be paid now. */
export function apply(
  initial: Account,
  entry: AccountEntry & Partial<Pick<Order, 'result'>>,
  payable?: bigint,
): { account: Account; order: Order } {
  const account = withMoneyAt(initial, entry.at);
  const number = account.orders + 1;
  const { positions, result } = positionAfter(account, entry);
  const settled = addResult(account.balance, result, payable, maxCoveredLoss(account));
  const after = { ...withFlow({ ...account, balance: settled }, entry), positions, orders: number };
  if (maxCoveredLoss(after) < 0n) throw new RangeError(`A flow of ${entry.flow} cents is more than the cash`);
  return { account: forgiveDeficit(after), order: { ...entry, number, result } };
}

function withFlow(account: Account, { flow: cents, since, by }: AccountEntry): Account {
  if (since !== undefined) return { ...account, later: [...account.later, { cents, since, by }] };
  return { ...account, balance: { ...account.balance, cash: account.balance.cash + cents } };
}

function positionAfter(
  { positions }: Account,
  entry: AccountEntry & Partial<Pick<Order, 'result'>>,
): { positions: Account['positions']; result: bigint } {
  const { id, kind, size } = entry;
  if (id === null || kind === 'flow') return { positions, result: 0n };
  const held = positions[id] ?? null;
  if (kind === 'holding') {
    if (!held) throw new RangeError(`Nothing is held of ${id}`);
    const { position, result } = chargeHolding(held, entry.price, entry.result);
    return { positions: { ...positions, [id]: position }, result };
  }
  if (kind === 'amend') {
    if (!held) throw new RangeError(`Nothing is held of ${id}`);
    const amended = { ...held, stop: entry.stop, takeProfit: entry.takeProfit, since: entry.at };
    return { positions: { ...positions, [id]: amended }, result: 0n };
  }
  const { position, result } = applyFill(held, { ...(entry as FilledOrder), size });
  const { [id]: _, ...others } = positions;
  return { positions: position ? { ...others, [id]: position } : others, result };
}

/** Forgives a deficit once the account is flat, since nothing is left to pay it. */
function forgiveDeficit(account: Account): Account {
  const { balance, forgiven } = account;
  if (balance.deficit === 0n || listPositions(account).length > 0) return account;
  return { ...account, balance: { ...balance, deficit: 0n }, forgiven: forgiven + balance.deficit };
}

/**
 * Returns the account that results from a log. It lacks waiting orders and leverage settings, which are not in the log.
 */
export const foldOrders = (orders: readonly Order[]): Account =>
  orders.reduce((account, order) => apply(account, order).account, EMPTY_ACCOUNT);

export const calculateEntryPrice = (
  samples: Pick<AccountEntry, 'at' | 'kind' | 'by' | 'equityBefore'> & Partial<AccountEntry>,
): AccountEntry => ({
  id: null,
  size: 0n,
  price: 0n,
  spread: 0n,
  leverage: 1n,
  stop: null,
  takeProfit: null,
  gap: false,
  flow: 0n,
  ...samples,
});
