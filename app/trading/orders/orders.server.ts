import { and, asc, desc, eq, gt, ne } from 'drizzle-orm';
import { tradingOrder } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { type Handle, insertAll, type Reader } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Order } from '../accounts/account';

const BATCH_SIZE = 500;

export type AccountOrders = { accountId: string; orders: readonly Order[] };

/**
 * Appends rows to accounts' logs. A row number that already exists fails the transaction, since another process has
 * continued the log.
 */
export async function appendOrders(tx: Handle, logs: readonly AccountOrders[]): Promise<void> {
  const recordedAt = systemNow();
  const rows = logs.flatMap(({ accountId, orders }) =>
    orders.map((order) => ({
      ...order,
      id: newId(),
      accountId,
      instrument: order.id,
      source: order.by,
      at: new Date(order.at),
      leverage: Number(order.leverage),
      recordedAt,
    })),
  );
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    await insertAll(tx, tradingOrder, rows.slice(from, from + BATCH_SIZE));
  }
}

const ORDERS_PER_READ = 10_000;

export async function findOrders(
  handle: Reader,
  accountId: string,
  after = 0,
  limit = ORDERS_PER_READ,
): Promise<Order[]> {
  const rows = await handle
    .select()
    .from(tradingOrder)
    .where(and(eq(tradingOrder.accountId, accountId), gt(tradingOrder.number, after)))
    .orderBy(asc(tradingOrder.number))
    .limit(limit);
  return rows.map(orderOf);
}

/** Returns the newest rows of a log after a number, newest first, up to a limit. Omits holding costs. */
export async function findNewestTrades(
  handle: Reader,
  accountId: string,
  after: number,
  limit: number,
): Promise<Order[]> {
  const trades = and(gt(tradingOrder.number, after), ne(tradingOrder.kind, 'holding'));
  const rows = await handle
    .select()
    .from(tradingOrder)
    .where(and(eq(tradingOrder.accountId, accountId), trades))
    .orderBy(desc(tradingOrder.number))
    .limit(limit);
  return rows.map(orderOf);
}

const orderOf = ({
  id: _,
  accountId: __,
  recordedAt: ___,
  instrument: id,
  source: by,
  at,
  leverage,
  ...order
}: typeof tradingOrder.$inferSelect): Order => ({ ...order, id, by, at: at.getTime(), leverage: BigInt(leverage) });

/** Returns the rows of a log after a number, oldest first; by default all rows. */
export async function readLog(handle: Reader, accountId: string, after = 0): Promise<Order[]> {
  const orders: Order[] = [];
  for (;;) {
    const more = await findOrders(handle, accountId, orders.at(-1)?.number ?? after);
    orders.push(...more);
    if (more.length < ORDERS_PER_READ) return orders;
  }
}
