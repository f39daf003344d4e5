import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { account, journal, transfer } from '#drizzle/schema';
import type { RowLock } from '~/platform/db/bulk';
import {
  AlteredRowError,
  bulkOf,
  type Handle,
  isTransaction,
  newestAll,
  prepared,
  type Reader,
  read,
} from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { isMacValid, type MacInput, macOf } from '~/platform/mac';
import { type AccountRef, isAssetLine } from '../chartOfAccounts';
import { isJournalMacValid, sealedJournal, transfersOf } from './journalMac.server';

/*
 * Rows of accounts. Posting gives each changed row a MAC. A row is authentic if its MAC verifies and its version is that of the
 * account's newest transfer; a restored older row has a lower one. Rows from before MACs are verified by their newest transfer.
 */

export type LedgerAccount = typeof account.$inferSelect;
type Transfer = typeof transfer.$inferSelect;

/** Rows of each account of the operator's, so that postings of many users need not pass one row; SQLite has one writer, and one row does. */
export const STRIPES = onPostgres ? 8 : 1;

/** Returns whether an account has stripes: the operator's, except those of one receipt or one debtor each. */
export const isStriped = ({ code, owner }: AccountRef): boolean =>
  owner === null && !/^(?:unidentified|receivable):/.test(code);

/** Returns the stripe for postings of a user, so that the next journal finds the balance of the previous one. */
export function stripeOf(userId: string | null): number {
  let hash = 0;
  for (const letter of userId ?? '') hash = (31 * hash + letter.charCodeAt(0)) % 65_521;
  return hash % STRIPES;
}

export const balanceOf = ({
  normalSide,
  debits,
  credits,
}: Pick<LedgerAccount, 'normalSide' | 'debits' | 'credits'>): bigint =>
  normalSide === 'debit' ? debits - credits : credits - debits;

/** Returns whether an account's balance can't be negative. Custody in paper mode can: simulated reserves were never sent. */
export const isFloored = ({ code }: Pick<LedgerAccount, 'code'>): boolean => !code.startsWith('custody:') || !isPaper();

/** Returns the normal side of an account by its code. */
const sideOf = (code: string): LedgerAccount['normalSide'] => (isAssetLine(code) ? 'debit' : 'credit');

/** An account with the versions of its newest transfers on either side, as one statement read them. */
type Found = { row: LedgerAccount; debited: number | null; credited: number | null };

const newestOn = (side: 'debit' | 'credit') =>
  sql<
    number | null
  >`${sql.raw(`(select max(t.${side}_version) from transfer t where t.${side}_account_id = account.id)`)}`;

const FOUND = { row: account, debited: newestOn('debit'), credited: newestOn('credit') };

/** Returns the condition that a column has one of the values of a placeholder, which `listOf` makes. */
const isAmong = (column: typeof account.code | typeof account.stripe, name: string): SQL =>
  onPostgres
    ? sql`${column} = any(${sql.placeholder(name)})`
    : sql`${column} in (select value from json_each(${sql.placeholder(name)}))`;

const listOf = (values: unknown[]): unknown => (onPostgres ? values : JSON.stringify(values));

const byCodes = prepared('ledger.accounts-by-codes', (handle) =>
  handle
    .select(FOUND)
    .from(account)
    .where(and(isAmong(account.code, 'codes'), isAmong(account.stripe, 'stripes'))),
);

const byCode = prepared('ledger.accounts-by-code', (handle) =>
  handle
    .select(FOUND)
    .from(account)
    .where(eq(account.code, sql.placeholder('code'))),
);

const byOwner = prepared('ledger.accounts-by-owner', (handle) =>
  handle
    .select(FOUND)
    .from(account)
    .where(eq(account.ownerId, sql.placeholder('user'))),
);

/* Accounts of users first, whose rows the transaction holds; the operator's, which all share, last and together. */
const LOCK_USERS_ACCOUNTS = {
  name: 'lock accounts of users',
  text: 'SELECT FROM account WHERE code = ANY($1::text[]) ORDER BY code FOR NO KEY UPDATE',
};
const LOCK_ACCOUNTS = {
  name: 'lock accounts',
  text: `SELECT FROM account WHERE (code = ANY($1::text[]) AND (owner_id IS NOT NULL OR code LIKE 'unidentified:%' OR code LIKE 'receivable:%'))
      OR (owner_id IS NULL AND code NOT LIKE 'unidentified:%' AND code NOT LIKE 'receivable:%' AND stripe = ANY($2::int[]))
    ORDER BY owner_id IS NULL, code, stripe FOR NO KEY UPDATE`,
};
const LOCK_STRIPES = {
  name: 'lock stripes',
  text: 'SELECT FROM account WHERE code = $1 AND stripe = ANY($2::int[]) ORDER BY stripe FOR NO KEY UPDATE',
};

/**
 * Locks the posted accounts until the transaction ends, and returns their current rows.
 * @param stripes locked stripes of the operator's accounts; every other account has one row
 */
export async function lockAccounts(tx: Handle, refs: AccountRef[], stripes: number[]): Promise<LedgerAccount[]> {
  const codes = refs.map(({ code }) => code);
  const lock = refs.some(isStriped)
    ? { ...LOCK_ACCOUNTS, values: [codes, stripes] }
    : { ...LOCK_USERS_ACCOUNTS, values: [codes] };
  const found = await lockThenRead(tx, lock, () =>
    byCodes(tx, { codes: listOf(codes), stripes: listOf([...new Set([0, ...stripes])]) }),
  );
  const striped = new Set(refs.filter(isStriped).map(({ code }) => code));
  const locked = found.filter(({ row }) => !striped.has(row.code) || stripes.includes(row.stripe));
  return await proven(tx, locked);
}

/** Locks stripes of an account of the operator's that others may hold too, and reads all of its rows. */
export async function lockStripes(tx: Handle, code: string, stripes: number[]): Promise<LedgerAccount[]> {
  const lock = { ...LOCK_STRIPES, values: [code, stripes] };
  return await proven(tx, await lockThenRead(tx, lock, () => byCode(tx, { code })));
}

/** Sends the lock and the read in one round trip: a single statement would read the state before it waited. */
async function lockThenRead(tx: Handle, lock: RowLock, reading: () => Promise<Found[]>): Promise<Found[]> {
  const locked = bulkOf(tx).lock(lock);
  const [found] = await Promise.all([reading(), locked]);
  return found;
}

export const accountsOf = async (handle: Reader, user: string): Promise<LedgerAccount[]> =>
  await proven(handle, await byOwner(handle, { user }));

/** Reads the rows of an account: none before its first posting, one, or its stripes. */
export const rowsOf = async (handle: Reader, code: string): Promise<LedgerAccount[]> =>
  await proven(handle, await byCode(handle, { code }));

function macParts({
  id,
  code,
  stripe,
  ownerId,
  normalSide,
  floored,
  debits,
  credits,
  version,
}: LedgerAccount): MacInput[] {
  return [id, code, String(stripe), ownerId, normalSide, String(floored), ...[debits, credits, version].map(String)];
}

/** Returns the MAC of an account's row. */
export const accountMac = (row: LedgerAccount): string => macOf('account', macParts(row));

const AUDITED_AT_ONCE = 200;

export async function accountsWithForeignMacs(): Promise<{ row: string; detail: string }[]> {
  const found: { row: string; detail: string }[] = [];
  for (let last = ''; ; ) {
    const after = gt(account.id, last);
    const page = await read().select().from(account).where(after).orderBy(asc(account.id)).limit(AUDITED_AT_ONCE);
    for (const row of page)
      if (row.mac !== '' && !isMacValid(row.mac, 'account', macParts(row)))
        found.push({ row: row.code, detail: `the row of stripe ${row.stripe} is not as the ledger left it` });
    if (page.length < AUDITED_AT_ONCE) return found;
    last = (page.at(-1) as LedgerAccount).id;
    // Serves requests between batches.
    await new Promise((resume) => setImmediate(resume));
  }
}

/** Returns rows of accounts that are as the ledger left them, or throws `AlteredRowError`. In a transaction only. */
async function proven(handle: Reader, found: Found[]): Promise<LedgerAccount[]> {
  const rows = found.map(({ row }) => row);
  if (!isTransaction(handle)) return rows;
  const doubtful = found.filter((each) => !isAsLeft(each)).map(({ row }) => row);
  const altered = doubtful.find((row) => !isOfItsCode(row)) ?? (await accountsWithInvalidMac(handle, doubtful))[0];
  if (altered) throw new AlteredRowError('account', altered.code);
  return rows;
}

const isAsLeft = ({ row, debited, credited }: Found): boolean =>
  row.version === Math.max(debited ?? 0, credited ?? 0) && isMacValid(row.mac, 'account', macParts(row));

/** The minimum balance of custody depends on the mode, and only the audit checks it. */
const isOfItsCode = ({ code, normalSide, floored }: LedgerAccount): boolean =>
  normalSide === sideOf(code) && (code.startsWith('custody:') || floored);

/** Returns the accounts whose balance is not the one that their newest transfer left, or whose newest transfer the product did not post. */
export async function accountsWithInvalidMac(handle: Reader, accounts: LedgerAccount[]): Promise<LedgerAccount[]> {
  if (accounts.length === 0) return [];
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

/** Returns the journals among these whose MACs verify over all their transfers. */
async function postedByUs(handle: Reader, ids: string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids)];
  const [heads, lines] = await Promise.all([
    handle.select({ mac: journal.mac, head: sealedJournal }).from(journal).where(inArray(journal.id, wanted)),
    transfersOf(handle, wanted),
  ]);
  return new Set(
    heads.flatMap(({ mac, head }) =>
      isJournalMacValid(mac, head, lines.get(head.id ?? '') ?? []) ? (head.id ?? []) : [],
    ),
  );
}
