import { eq } from 'drizzle-orm';
import { type StoredWaiting, type TRADING_KINDS, tradingAccount } from '#drizzle/schema';
import { findAll, type Handle, insertAll } from '~/platform/db/index.server';
import type { Account, Order, WaitingOrder } from './account';
import type { Memory } from './leaders/strategy';
import { appendOrders } from './orders.server';
import { positionsOf, savePositions } from './positions.server';

/** An account as it is kept: with how far it has come. Instants in milliseconds. */
export type KeptAccount = { account: Account; memory: Memory | null; until: number };

const toStored = ({ size, level, stop, takeProfit, ...rest }: WaitingOrder): StoredWaiting => ({
  ...rest,
  size: String(size),
  level: textOf(level),
  stop: textOf(stop),
  takeProfit: textOf(takeProfit),
});

const fromStored = ({ size, level, stop, takeProfit, ...rest }: StoredWaiting): WaitingOrder => ({
  ...rest,
  size: BigInt(size),
  level: numberOf(level),
  stop: numberOf(stop),
  takeProfit: numberOf(takeProfit),
});

const textOf = (value: bigint | null): string | null => (value === null ? null : String(value));
const numberOf = (value: string | null): bigint | null => (value === null ? null : BigInt(value));

const columnsOf = ({ account, memory, until }: KeptAccount) => ({
  cash: account.balance.cash,
  waitingProfit: account.balance.waiting,
  deficit: account.balance.deficit,
  forgiven: account.forgiven,
  orders: account.orders,
  given: account.given,
  waiting: account.waiting.map(toStored),
  leverage: Object.fromEntries(Object.entries(account.leverage).map(([id, leverage]) => [id, Number(leverage)])),
  memory,
  until: new Date(until),
});

/**
 * Writes an account down for the first time, with the rows of its log so far.
 * @param createdAt by the product's clock
 */
export async function openAccount(
  tx: Handle,
  { id, kind, createdAt }: { id: string; kind: (typeof TRADING_KINDS)[number]; createdAt: Date },
  kept: KeptAccount,
  orders: readonly Order[],
): Promise<void> {
  await insertAll(tx, tradingAccount, [{ id, kind, createdAt, ...columnsOf(kept) }]);
  await appendOrders(tx, id, orders);
  await savePositions(tx, id, kept.account);
}

/** Writes down what became of an account, with the rows that its log got, in the caller's transaction. */
export async function saveAccount(tx: Handle, id: string, kept: KeptAccount, orders: readonly Order[]): Promise<void> {
  await appendOrders(tx, id, orders);
  await savePositions(tx, id, kept.account);
  await tx.update(tradingAccount).set(columnsOf(kept)).where(eq(tradingAccount.id, id));
}

/** An account as it was last saved; null when there is none. */
export async function accountOf(handle: Handle, id: string): Promise<KeptAccount | null> {
  const [row] = await findAll(handle, tradingAccount, { id });
  if (!row) return null;
  const { cash, waitingProfit, deficit, forgiven, orders, given, waiting, leverage, memory, until } = row;
  const account: Account = {
    balance: { cash, waiting: waitingProfit, deficit },
    positions: await positionsOf(handle, id),
    waiting: waiting.map(fromStored),
    leverage: Object.fromEntries(Object.entries(leverage).map(([instrument, value]) => [instrument, BigInt(value)])),
    orders,
    given,
    forgiven,
  };
  return { account, memory, until: until.getTime() };
}
