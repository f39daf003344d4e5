import { and, eq, ne, or, sql } from 'drizzle-orm';
import {
  copy,
  type StoredLater,
  type StoredWaiting,
  type TRADING_FEEDS,
  type TRADING_KINDS,
  tradingAccount,
  tradingPosition,
} from '#drizzle/schema';
import {
  findAll,
  type Handle,
  insertAll,
  isTransaction,
  prepared,
  type Reader,
  read,
  updateAll,
} from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { oncePerRequest } from '~/platform/process/callContext.server';
import { yieldToRequests } from '~/platform/process/concurrency';
import type { Memory } from '../leaders/strategy';
import { appendOrders } from '../orders/orders.server';
import type { Account, Order, WaitingOrder } from './account';
import { bookedCash, type DeferredCash } from './later';
import { findSavedPositions, openPositionsIn, savePositions } from './savedPositions.server';

export type TradingFeed = (typeof TRADING_FEEDS)[number];

export type AccountState = { account: Account; memory: Memory | null; until: number };

export type SavedAccount = AccountState & { feed: TradingFeed };

const toStored = ({ size, level, stop, takeProfit, follows, ...rest }: WaitingOrder): StoredWaiting => ({
  ...rest,
  size: String(size),
  level: bigintText(level),
  stop: bigintText(stop),
  takeProfit: bigintText(takeProfit),
  ...(follows && { follows: mapValues(follows, String) }),
});

const fromStored = ({ size, level, stop, takeProfit, takesOver, follows, ...rest }: StoredWaiting): WaitingOrder => ({
  ...rest,
  size: BigInt(size),
  level: parseBigint(level),
  stop: parseBigint(stop),
  takeProfit: parseBigint(takeProfit),
  ...(takesOver && { takesOver: true as const }),
  ...(follows && { follows: mapValues(follows, BigInt) }),
});

/** Converts a waiting takeover from the form of version 1.0.0 to the current one. Returns other orders unchanged. */
const toCurrentForm = (stored: StoredWaiting, leverage: Record<string, number>): StoredWaiting => {
  const { takesOver, id } = stored;
  if (typeof takesOver !== 'object') return stored;
  const { leaderOrder, leaderSize: size, leaderPrice, leaderEquity, copyEquity } = takesOver;
  const equities = { leaderPrice, leaderEquity, copyEquity };
  const follows = { leaderOrder, leaderHeld: '0', leverage: String(leverage[id] ?? 1), ...equities };
  return { ...stored, size, takesOver: true, follows };
};

const laterToStored = ({ cents, ...rest }: DeferredCash): StoredLater => ({ later: { ...rest, cents: String(cents) } });
const laterFromStored = ({ later: { cents, ...rest } }: StoredLater): DeferredCash => ({
  ...rest,
  cents: BigInt(cents),
});

const mapValues = <K extends string, A, B>(
  of: { leaderOrder: number } & Record<K, A | number>,
  make: (value: A) => B,
): { leaderOrder: number } & Record<Exclude<K, 'leaderOrder'>, B> => {
  const { leaderOrder, ...numbers } = of;
  const made = Object.entries(numbers).map(([name, value]) => [name, make(value as A)]);
  return { leaderOrder, ...Object.fromEntries(made) };
};

const bigintText = (value: bigint | null): string | null => (value === null ? null : String(value));
const parseBigint = (value: string | null): bigint | null => (value === null ? null : BigInt(value));

const columnsOf = ({ account, memory, until }: AccountState) => ({
  cash: bookedCash(account),
  waitingProfit: account.balance.waiting,
  deficit: account.balance.deficit,
  forgiven: account.forgiven,
  orders: account.orders,
  given: account.lastOrderKey,
  waiting: [...account.waiting.map(toStored), ...account.later.map(laterToStored)],
  leverage: Object.fromEntries(Object.entries(account.leverage).map(([id, leverage]) => [id, Number(leverage)])),
  memory,
  until: new Date(until),
});

type NewAccount = { id: string; kind: (typeof TRADING_KINDS)[number]; createdAt: Date; feed?: TradingFeed };

export async function openAccount(
  tx: Handle,
  { id, kind, createdAt, feed = 'simulated' }: NewAccount,
  stored: AccountState,
  orders: readonly Order[],
): Promise<void> {
  await insertAll(tx, tradingAccount, [{ id, kind, createdAt, feed, ...columnsOf(stored) }]);
  await appendOrders(tx, [{ accountId: id, orders }]);
  await savePositions(tx, [[id, stored.account]]);
}

export type AccountSave = { id: string; state: AccountState; orders: readonly Order[] };

/** Saves accounts. Yields to other work after each table, because statements on SQLite block the event loop. */
export async function saveAccounts(tx: Handle, savings: readonly AccountSave[]): Promise<void> {
  await appendOrders(
    tx,
    savings.map(({ id, orders }) => ({ accountId: id, orders })),
  );
  await yieldToRequests();
  await savePositions(
    tx,
    savings.map(({ id, state }) => [id, state.account]),
  );
  await yieldToRequests();
  const changes = savings.map(({ id, state }) => ({ id, ...columnsOf(state) }));
  await updateAll(tx, tradingAccount, changes);
}

export const saveAccount = (tx: Handle, id: string, state: AccountState, orders: readonly Order[]): Promise<void> =>
  saveAccounts(tx, [{ id, state, orders }]);

/** Returns a saved account with its positions; null if there is none. In a transaction the rows are verified. */
export const findSavedAccount = async (handle: Reader, id: string): Promise<SavedAccount | null> =>
  (await readAccounts(handle, [id], true)).get(id) ?? null;

export async function moveToFeed(tx: Handle, id: string, feed: TradingFeed): Promise<void> {
  await tx.update(tradingAccount).set({ feed }).where(eq(tradingAccount.id, id));
}

/**
 * Returns saved accounts by ID, without verifying them, which is cheaper for many accounts. Changing one verifies it.
 */
export const findSavedAccounts = (handle: Reader, ids: string[]): Promise<Map<string, SavedAccount>> =>
  readAccounts(handle, ids, false);

async function readAccounts(handle: Reader, ids: string[], compared: boolean): Promise<Map<string, SavedAccount>> {
  const find = compared && isTransaction(handle) ? verified : findAll;
  const [rows, positions] = await Promise.all([
    find(handle, tradingAccount, { id: ids }),
    findSavedPositions(handle, ids, compared),
  ]);
  return new Map(rows.map((row) => [row.id, toSavedAccount(row, positions.get(row.id) ?? {})]));
}

const userColumn = sql.placeholder('user');

const selectRowsOfUser = prepared('trading.accounts-of-user', (handle) => {
  const copies = handle
    .select({ id: copy.id })
    .from(copy)
    .where(and(eq(copy.userId, userColumn), ne(copy.status, 'stopped')));
  return handle
    .select({ account: tradingAccount, position: tradingPosition })
    .from(tradingAccount)
    .leftJoin(tradingPosition, and(eq(tradingPosition.accountId, tradingAccount.id), ne(tradingPosition.size, 0n)))
    .where(or(eq(tradingAccount.id, userColumn), sql`${tradingAccount.id} in ${copies}`));
});

/**
 * Returns the saved states of a user's own account and of the user's copies that have not stopped, by ID. Reads them
 * once per request.
 */
export const findUserAccounts = (userId: string): Promise<Map<string, SavedAccount>> =>
  oncePerRequest(`trading accounts ${userId}`, async () => {
    const rows = await selectRowsOfUser(read(), { user: userId });
    const accounts = new Map(rows.map(({ account }) => [account.id, account]));
    const positionsOf = (id: string) => rows.flatMap(({ position }) => (position?.accountId === id ? position : []));
    return new Map(
      Array.from(accounts, ([id, account]) => [id, toSavedAccount(account, openPositionsIn(positionsOf(id)))]),
    );
  });

function toSavedAccount(row: typeof tradingAccount.$inferSelect, positions: Account['positions']): SavedAccount {
  const {
    cash,
    waitingProfit,
    deficit,
    forgiven,
    orders,
    given: lastOrderKey,
    waiting,
    leverage,
    memory,
    until,
    feed,
  } = row;
  const later = waiting.flatMap((each) => ('later' in each ? laterFromStored(each) : []));
  const account: Account = {
    balance: { cash: later.reduce((rest, { cents }) => rest - cents, cash), waiting: waitingProfit, deficit },
    later,
    positions,
    waiting: waiting.flatMap((each) => ('later' in each ? [] : fromStored(toCurrentForm(each, leverage)))),
    leverage: Object.fromEntries(Object.entries(leverage).map(([instrument, value]) => [instrument, BigInt(value)])),
    orders,
    lastOrderKey,
    forgiven,
  };
  return { account, memory, until: until.getTime(), feed };
}
