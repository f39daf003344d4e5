import { inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { account, journal, transfer } from '#drizzle/schema';
import {
  AlteredRowError,
  findAll,
  type Handle,
  isTransaction,
  newestAll,
  type Reader,
  whenTakenBack,
} from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import { journalVerifies, sealedJournal, transfersOf } from './journalMac.server';

/*
 * An account's balance is kept without a code of its own, which would make every posting dearer. It is proven by the newest transfer of the
 * account, which notes the balance it left and is covered by its journal's code. This process remembers what it has posted or proven, so
 * that later postings only compare numbers.
 */

type Account = typeof account.$inferSelect;
type Transfer = typeof transfer.$inferSelect;

/** How an account was left; `balance` on its normal side, cents. */
type Left = Pick<Account, 'debits' | 'credits' | 'version'>;

/** Accounts that are remembered; of one that was forgotten the newest transfer is read again. */
const MOST_REMEMBERED = 100_000;

const remembered = singleton('proven-balances', () => new LRUCache<string, Left>({ max: MOST_REMEMBERED }));

const isRemembered = ({ id, debits, credits, version }: Account): boolean => {
  const left = remembered.get(id);
  return left !== undefined && left.version === version && left.debits === debits && left.credits === credits;
};

/** The balance of an account on its normal side, cents. */
export const balanceOf = ({
  normalSide,
  debits,
  credits,
}: Pick<Account, 'normalSide' | 'debits' | 'credits'>): bigint =>
  normalSide === 'debit' ? debits - credits : credits - debits;

/** May the balance of an account of this side fall below zero? Only custody in paper mode: simulated reserves were never sent. */
export const isFloored = ({ normalSide }: Pick<Account, 'normalSide'>): boolean =>
  normalSide === 'credit' || !isPaper();

/** The side that the code of an account says. */
const sideOf = (code: string): Account['normalSide'] => (code.startsWith('custody:') ? 'debit' : 'credit');

/** Remembers how a transaction found or leaves accounts, until it is taken back. */
export function rememberLeft(tx: Handle, accounts: Account[]): void {
  const ids = accounts.map(({ id }) => id);
  whenTakenBack(tx, () => {
    for (const id of ids) remembered.delete(id);
  });
  for (const { id, debits, credits, version } of accounts) remembered.set(id, { debits, credits, version });
}

/** Readings of accounts that others post to all the while, before one counts as altered. */
const MOST_READINGS = 20;

/**
 * Returns accounts whose balances are what their transfers left. Throws `AlteredRowError` where one was altered. In a transaction only: what a
 * reader shows decides nothing.
 */
export async function proven(handle: Reader, accounts: Account[], reading = 1): Promise<Account[]> {
  if (!isTransaction(handle)) return accounts;
  const unknown: Account[] = [];
  for (const row of accounts) {
    const side = sideOf(row.code);
    // The floor of custody accounts matters to no user, so the audit alone compares it with the mode.
    if (row.normalSide !== side || (side === 'credit' && !row.floored)) throw altered(row);
    if (!isRemembered(row)) unknown.push(row);
  }
  if (unknown.length === 0) return accounts;
  const off = await unproven(handle, unknown);
  if (off.length === 0) {
    rememberLeft(handle, unknown);
    return accounts;
  }
  // Accounts that were read without a lock may have been posted to before their transfers were read.
  const again = new Map((await findAll(handle, account, { id: off.map(({ id }) => id) })).map((row) => [row.id, row]));
  const still = off.find(({ id, version }) => (again.get(id)?.version ?? version) === version);
  if (still || reading === MOST_READINGS) throw altered(still ?? (off[0] as Account));
  return await proven(
    handle,
    accounts.map((row) => again.get(row.id) ?? row),
    reading + 1,
  );
}

const altered = ({ code }: Account) => new AlteredRowError('account', code);

/** The accounts among these whose balance is not the one that their newest transfer left, or whose newest transfer the product did not post. */
export async function unproven(handle: Reader, accounts: Account[]): Promise<Account[]> {
  const ids = accounts.map(({ id }) => id);
  const [debited, credited] = await Promise.all([
    newestAll(handle, transfer, { debitAccountId: ids }, 'debitVersion'),
    newestAll(handle, transfer, { creditAccountId: ids }, 'creditVersion'),
  ]);
  const newest = new Map<string, { line: Transfer; version: number; balance: bigint }>();
  for (const line of debited)
    newest.set(line.debitAccountId, { line, version: line.debitVersion, balance: line.debitBalance });
  for (const line of credited) {
    const known = newest.get(line.creditAccountId);
    if (!known || known.version < line.creditVersion)
      newest.set(line.creditAccountId, { line, version: line.creditVersion, balance: line.creditBalance });
  }
  const posted = await postedByUs(
    handle,
    Array.from(newest.values(), ({ line }) => line.journalId),
  );
  return accounts.filter((row) => {
    const last = newest.get(row.id);
    if (!last) return row.version !== 0 || row.debits !== 0n || row.credits !== 0n;
    return last.version !== row.version || last.balance !== balanceOf(row) || !posted.has(last.line.journalId);
  });
}

/** The journals among these whose codes verify over all their transfers. */
async function postedByUs(handle: Reader, ids: string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids)];
  const [heads, lines] = await Promise.all([
    handle.select({ mac: journal.mac, head: sealedJournal }).from(journal).where(inArray(journal.id, wanted)),
    transfersOf(handle, wanted),
  ]);
  return new Set(
    heads.flatMap(({ mac, head }) =>
      journalVerifies(mac, head, lines.get(head.id ?? '') ?? []) ? (head.id ?? []) : [],
    ),
  );
}
