import { and, asc, eq, sql } from 'drizzle-orm';
import { type TRADING_KINDS, tradingAccount } from '#drizzle/schema';
import { type AccountRef, type JournalKind, reserve } from '~/ledger/chartOfAccounts';
import { type JournalEntry, postMany } from '~/ledger/posting/post.server';
import { balance } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { ConflictError } from '~/platform/db/errors';
import { findAll, type Handle, type Reader, updateAll } from '~/platform/db/index.server';
import { type Account, apply, type Order } from '~/trading/accounts/account';
import { payWaitingProfit } from '~/trading/accounts/balance';
import { nextTransferAt, withMoneyAt } from '~/trading/accounts/later';

export type Settlement = {
  id: string;
  ledger: AccountRef;
  before: Account;
  after: Account;
  orders: readonly Order[];
};

/**
 * Posts the results of new rows of accounts' logs, between the ledger account of each and the market reserve, in the caller's
 * transaction. Each row that changes cash has one journal, unique by account and row; the holding costs of one night share one. A profit
 * that exceeds the reserve waits in the account (`payWaitingProfits`). A loss beyond the cash is a deficit, which the market reserve bears
 * without a posting. Use cases post deposits and withdrawals (`flow` rows) themselves.
 * @returns the accounts afterwards, in the same order: the state to save, and the flows to continue from
 */
export async function settleOrders(tx: Handle, settlings: readonly Settlement[]): Promise<Account[]> {
  if (settlings.every(({ orders }) => orders.every(({ result }) => result === 0n))) {
    return settlings.map(({ after }) => after);
  }
  let payable = await balance(tx, reserve.market.code);
  const entries: JournalEntry[] = [];
  const settled = settlings.map(({ id, ledger, before, after, orders }) => {
    let account = before;
    let night: { at: number; entry: JournalEntry } | null = null;
    for (const stored of orders) {
      const current = withMoneyAt(account, stored.at);
      const { account: next, order } = apply(current, stored, payable);
      if (order.result !== stored.result)
        throw new Error(`Row ${stored.number} of ${id} is not what its account makes of it`);
      const change = stored.kind === 'flow' ? 0n : next.balance.cash - current.balance.cash;
      if (change !== 0n && order.kind === 'holding' && night?.at === order.at) addCost(night.entry, change);
      else if (change !== 0n) {
        const entry = createEntry(ledger, `${id}:${order.number}`, getJournalKind(order, change), change);
        entries.push(entry);
        night = order.kind === 'holding' ? { at: order.at, entry } : null;
      }
      payable -= change;
      account = next;
    }
    const { balance, forgiven } = withMoneyAt(account, nextTransferAt(after));
    return { ...after, balance, forgiven };
  });
  await postAll(tx, entries);
  return settled;
}

const getJournalKind = ({ kind }: Order, change: bigint): JournalKind => {
  if (change > 0n) return 'position-profit';
  return kind === 'holding' ? 'position-cost' : 'position-loss';
};

function createEntry(ledger: AccountRef, ref: string, kind: JournalKind, change: bigint): JournalEntry {
  const leg =
    change > 0n
      ? { debit: reserve.market, credit: ledger, amount: change }
      : { debit: ledger, credit: reserve.market, amount: -change };
  // The journal has the time when the result reaches the account; the row has the time of the fill.
  return { kind, ref, actor: 'system', effectiveAt: now(), legs: [leg] };
}

/**
 * Adds the holding cost of another position to the journal of the night, since all positions of an account share one.
 */
function addCost({ legs: [leg] }: JournalEntry, change: bigint): void {
  if (leg) leg.amount -= change;
}

async function postAll(tx: Handle, entries: JournalEntry[]): Promise<void> {
  const answers = await postMany(tx, entries);
  for (const [at, answer] of answers.entries()) {
    if (answer.ok) continue;
    const message = `${entries[at]?.kind} ${entries[at]?.ref} could not be posted: ${answer.error.code}`;
    // Another transaction has debited the reserve since its balance was read.
    throw answer.error.code === 'insufficient' ? new ConflictError(message) : new Error(message);
  }
}

export async function findAccountsWithWaitingProfits(
  handle: Reader,
  kind: (typeof TRADING_KINDS)[number],
  limit: number,
): Promise<string[]> {
  const rows = await handle
    .select({ id: tradingAccount.id })
    .from(tradingAccount)
    // Uses a literal zero like the condition of the partial index. No engine would use that index for a parameter.
    .where(and(eq(tradingAccount.kind, kind), sql`${tradingAccount.waitingProfit} > 0`))
    .orderBy(asc(tradingAccount.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Pays waiting profits, as far as the market reserve covers them. @returns the amount paid to each account, cents */
export async function payWaitingProfits(
  tx: Handle,
  accounts: readonly { id: string; ledger: AccountRef }[],
): Promise<{ id: string; paid: bigint }[]> {
  const rows = new Map(
    (await findAll(tx, tradingAccount, { id: accounts.map(({ id }) => id) })).map((row) => [row.id, row]),
  );
  let payable = await balance(tx, reserve.market.code);
  const entries: JournalEntry[] = [];
  const changed: { id: string; cash: bigint; waitingProfit: bigint }[] = [];
  const paid: { id: string; paid: bigint }[] = [];
  for (const { id, ledger } of accounts) {
    const row = rows.get(id);
    if (!row) throw new Error(`There is no account ${id}`);
    const { cash, waitingProfit: waiting, deficit, orders } = row;
    const after = payWaitingProfit({ cash, waiting, deficit }, payable);
    const amount = after.cash - cash;
    if (amount === 0n) continue;
    payable -= amount;
    // Between two rows of the log the waiting profit only decreases, so these two numbers form a unique reference.
    entries.push(createEntry(ledger, `${id}:${orders}:${waiting}`, 'position-paid', amount));
    changed.push({ id, cash: after.cash, waitingProfit: after.waiting });
    paid.push({ id, paid: amount });
  }
  await postAll(tx, entries);
  await updateAll(tx, tradingAccount, changed);
  return paid;
}
