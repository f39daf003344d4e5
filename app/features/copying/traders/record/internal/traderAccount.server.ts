import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { listPositions, type Order } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { openResult } from '~/trading/accounts/position';
import { contractOf, marketOpensAt, requireContract } from '~/trading/contracts';
import { abs, nearestDiv } from '~/trading/numbers';
import { findNewestTrades } from '~/trading/orders/orders.server';
import { priceText, sizeText } from '~/trading/text';
import { getAccountId } from './saveFigures.server';

/** Number of newest trades on a profile, and number of orders read to find them, since holding costs are skipped. */
const MAX_SHOWN_ORDERS = 12;
const MAX_READ_ORDERS = 200;

type Owner = Parameters<typeof getAccountId>[0];

export async function readAccount(trader: Owner) {
  const saved = await findSavedAccount(read(), getAccountId(trader));
  if (!saved) return null;
  const after = Math.max(0, saved.account.orders - MAX_READ_ORDERS);
  return { saved, trades: await findNewestTrades(read(), getAccountId(trader), after, MAX_SHOWN_ORDERS) };
}

export async function describeAccount({ saved, trades }: NonNullable<Awaited<ReturnType<typeof readAccount>>>) {
  const { account } = saved;
  const at = now();
  const mids = midsAt(await getPricesFor(saved), at.getTime());
  const positions = listPositions(account).map((position) => {
    const contract = requireContract(position.id);
    const mid = mids(position.id);
    return {
      id: position.id,
      symbol: contract.symbol,
      side: position.size > 0n ? ('long' as const) : ('short' as const),
      size: sizeText(position.size),
      entry: priceText(nearestDiv(position.cost, abs(position.size)), contract),
      price: priceText(mid, contract),
      opensAt: marketOpensAt(position.id, at),
      result: openResult(position, mid),
    };
  });
  positions.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  return { positions, orders: trades.map(toShownOrder) };
}

function toShownOrder({ number, at, kind, id, size, price, result }: Order) {
  const contract = id === null ? undefined : contractOf(id);
  return {
    number,
    at: new Date(at),
    kind,
    symbol: contract?.symbol ?? null,
    side: size > 0n ? ('buy' as const) : size < 0n ? ('sell' as const) : null,
    size: size === 0n ? null : sizeText(size),
    price: contract && price > 0n ? priceText(price, contract) : null,
    result,
  };
}

export type TraderAccount = Awaited<ReturnType<typeof describeAccount>>;
