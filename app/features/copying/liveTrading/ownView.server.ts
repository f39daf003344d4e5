import { findFirstOrders } from '~/features/copying/beingCopied/record.server';
import { getCurrentFeed, getPricesFor, isCurrent } from '~/features/copying/quotes/prices.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { clampPageNumber } from '~/platform/db/paging';
import { oncePerRequest } from '~/platform/process/callContext.server';
import { durationText } from '~/platform/text/durationText';
import type { Account, Order } from '~/trading/accounts/account';
import { listPositions } from '~/trading/accounts/account';
import { findUserAccounts } from '~/trading/accounts/accounts.server';
import { advanceAccount, midsAt } from '~/trading/accounts/advance';
import { withMoneyAt } from '~/trading/accounts/later';
import { calculateEquity, requiredMargin } from '~/trading/accounts/margin';
import { openResult } from '~/trading/accounts/position';
import { type Contract, requireContract } from '~/trading/contracts';
import { plainPrice, plainSize } from '~/trading/decimals';
import { isOpen } from '~/trading/hours';
import { abs, nearestDiv } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { withoutExpiredOrders } from '~/trading/orders/place';
import type { Prices } from '~/trading/prices/prices';
import { describeWaitingOrder } from '~/trading/text';
import { MAX_QUOTE_AGE_MS } from '~/trading/tradingTerms';
import { computeRemovable } from './moneyInTrading.server';
import { getOtherFeed, isActive } from './ownAccount.server';

export type OwnView = NonNullable<Awaited<ReturnType<typeof loadOwnView>>>;

/** Returns an investor's own account at current prices; null before the first deposit into it. */
export const loadOwnAccount = (userId: string) => oncePerRequest(`own account ${userId}`, () => readOwnAccount(userId));

async function readOwnAccount(userId: string) {
  const saved = (await findUserAccounts(userId)).get(userId);
  if (!saved) return null;
  const at = Math.max(now().getTime(), saved.until);
  const prices = await getPricesFor(saved);
  const advanced = advanceAccount(saved.account, prices, saved.until, Math.max(prices.until(at), saved.until));
  const account = withMoneyAt(withoutExpiredOrders(advanced.account, at));
  return { saved, at, prices, account, mids: midsAt(prices, at) };
}

/** Returns the equity of own trading, cents; null before any money was put in. */
export async function computeOwnEquity(userId: string): Promise<bigint | null> {
  const found = await loadOwnAccount(userId);
  return found && calculateEquity(found.account, found.mids);
}

/** Returns an investor's own trading, advanced to now; null before the first deposit into it. */
export async function loadOwnView(userId: string, page = 1, size?: number) {
  const found = await loadOwnAccount(userId);
  if (!found) return null;
  const { saved, at, prices, account, mids } = found;
  const { limit, offset, ...paged } = clampPageNumber(saved.account.orders, page, size);
  const newest = saved.account.orders - offset;
  const first = Math.max(0, newest - limit);
  const rows =
    saved.account.orders <= limit
      ? (await findFirstOrders(read(), userId)).slice(0, newest)
      : await findOrders(read(), userId, first, Math.min(limit, newest));
  return {
    equity: calculateEquity(account, mids),
    cash: account.balance.cash,
    waitingProfit: account.balance.waiting,
    deficit: account.balance.deficit,
    margin: requiredMargin(account, mids),
    removable: isCurrent(prices, account, at) ? computeRemovable(account, prices, at) : 0n,
    closedFor: saved.feed !== getCurrentFeed() && isActive(account) ? getOtherFeed().message : null,
    pricesOf: prices.quoted && Object.keys(account.positions).length > 0 ? new Date(prices.until(at)) : null,
    noPricesFor: isCurrent(prices, account, at) ? null : durationText(MAX_QUOTE_AGE_MS),
    positions: toPositionViews(account, at, prices),
    orders: account.waiting.flatMap((order) => {
      const { kind } = order;
      if (kind === 'amend') return [];
      const contract = requireContract(order.id);
      return [
        {
          key: order.key,
          symbol: contract.symbol,
          side: order.size > 0n ? ('buy' as const) : ('sell' as const),
          size: plainSize(order.size),
          kind,
          price: formatLevel(order.level, contract),
          stop: formatLevel(order.stop, contract),
          takeProfit: formatLevel(order.takeProfit, contract),
          closes: order.reduceOnly === true,
          cancelled: order.cancelledAt !== undefined,
          waitsFor: describeWaitingOrder(order, contract),
          since: new Date(order.since),
        },
      ];
    }),
    history: rows.toReversed().map(toHistoryView),
    ...paged,
  };
}

const formatLevel = (level: bigint | null, contract: Contract): string | null =>
  level === null ? null : plainPrice(level, contract);

function toPositionViews(account: Account, at: number, prices: Prices) {
  const mids = midsAt(prices, at);
  return listPositions(account)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((position) => {
      const contract = requireContract(position.id);
      const mid = mids(position.id);
      return {
        id: position.id,
        symbol: contract.symbol,
        side: position.size > 0n ? ('buy' as const) : ('sell' as const),
        size: plainSize(position.size),
        entry: plainPrice(nearestDiv(position.cost, abs(position.size)), contract),
        price: plainPrice(mid, contract),
        result: openResult(position, mid),
        leverage: Number(position.leverage),
        stop: formatLevel(position.stop, contract),
        takeProfit: formatLevel(position.takeProfit, contract),
        changes: account.waiting.some((order) => order.kind === 'amend' && order.id === position.id),
        open: isOpen(contract.hours, at),
      };
    });
}

function toHistoryView({ number, at, kind, id, size, price, flow, result, gap }: Order) {
  const contract = id === null ? null : requireContract(id);
  return {
    number,
    at: new Date(at),
    kind,
    symbol: contract?.symbol ?? null,
    side: size === 0n ? null : size > 0n ? ('buy' as const) : ('sell' as const),
    size: size === 0n ? null : plainSize(size),
    price: contract && price > 0n ? plainPrice(price, contract) : null,
    money: flow + result,
    gap,
  };
}
