import { setImmediate as letOthersIn } from 'node:timers/promises';
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

/** What may change of an account. */
const CHANGING = [
  ...(['cash', 'waitingProfit', 'deficit', 'forgiven', 'orders'] as const),
  ...(['given', 'waiting', 'leverage', 'memory', 'until'] as const),
];

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
  await appendOrders(tx, [{ accountId: id, orders }]);
  await savePositions(tx, [[id, kept.account]]);
}

/** What became of an account, with the rows that its log got. */
export type Saving = { id: string; kept: KeptAccount; orders: readonly Order[] };

/** Writes down what became of some accounts, in the caller's transaction. Between the tables others are let in: on SQLite no statement waits. */
export async function saveAccounts(tx: Handle, savings: readonly Saving[]): Promise<void> {
  await appendOrders(
    tx,
    savings.map(({ id, orders }) => ({ accountId: id, orders })),
  );
  if (savings.length > 1) await letOthersIn();
  await savePositions(
    tx,
    savings.map(({ id, kept }) => [id, kept.account]),
  );
  if (savings.length > 1) await letOthersIn();
  const found = await findAll(tx, tradingAccount, { id: savings.map(({ id }) => id) });
  const before = new Map(found.map((row) => [row.id, row]));
  const rows = savings.map(({ id, kept }) => {
    const row = before.get(id);
    if (!row) throw new Error(`There is no account ${id}`);
    return { ...row, ...columnsOf(kept) };
  });
  await insertAll(tx, tradingAccount, rows, [...CHANGING]);
}

/** Writes down what became of one. */
export const saveAccount = (tx: Handle, id: string, kept: KeptAccount, orders: readonly Order[]): Promise<void> =>
  saveAccounts(tx, [{ id, kept, orders }]);

/** An account as it was last saved; null when there is none. */
export const accountOf = async (handle: Handle, id: string): Promise<KeptAccount | null> =>
  (await accountsOf(handle, [id])).get(id) ?? null;

/** Some accounts as they were last saved, by id. */
export async function accountsOf(handle: Handle, ids: string[]): Promise<Map<string, KeptAccount>> {
  const rows = await findAll(handle, tradingAccount, { id: ids });
  const positions = await positionsOf(handle, ids);
  return new Map(rows.map((row) => [row.id, keptOf(row, positions.get(row.id) ?? {})]));
}

function keptOf(row: typeof tradingAccount.$inferSelect, positions: Account['positions']): KeptAccount {
  const { cash, waitingProfit, deficit, forgiven, orders, given, waiting, leverage, memory, until } = row;
  const account: Account = {
    balance: { cash, waiting: waitingProfit, deficit },
    positions,
    waiting: waiting.map(fromStored),
    leverage: Object.fromEntries(Object.entries(leverage).map(([instrument, value]) => [instrument, BigInt(value)])),
    orders,
    given,
    forgiven,
  };
  return { account, memory, until: until.getTime() };
}
