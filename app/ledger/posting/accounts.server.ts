import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { account, journal, transfer } from '#drizzle/schema';
import type { RowLock } from '~/platform/db/bulk';
import {
  AlteredRowError,
  findNewest,
  getBulkStatements,
  type Handle,
  isTransaction,
  prepared,
  type Reader,
  read,
} from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { calculateMac, isMacValid, type MacInput } from '~/platform/mac';
import { type AccountRef, isAssetLine } from '../chartOfAccounts';
import { findTransfers, isJournalMacValid, journalMacColumns } from './journalMac.server';

/*
 * Rows of accounts. Posting gives each changed row a MAC. A row is authentic if its MAC verifies and its version is that of the account's
 * newest transfer, since a restored older row has a lower version. Rows from before MACs existed are verified by their newest transfer.
 */

export type LedgerAccount = typeof account.$inferSelect;
type Transfer = typeof transfer.$inferSelect;

/**
 * Number of rows per operator's account, so that postings of many users need not wait for a single row. SQLite has one writer and needs
 * only one.
 */
export const STRIPE_COUNT = onPostgres ? 8 : 1;

/** Returns whether an account has stripes: an operator's account, unless it belongs to a single receipt or debtor. */
export const isStriped = ({ code, owner }: AccountRef): boolean =>
  owner === null && !/^(?:unidentified|receivable):/.test(code);

/**
 * Returns the stripe for a user's postings. A user always has the same one, so that a journal can spend what an earlier
 * one credited.
 */
export function getStripe(userId: string | null): number {
  let hash = 0;
  for (const letter of userId ?? '') hash = (31 * hash + letter.charCodeAt(0)) % 65_521;
  return hash % STRIPE_COUNT;
}

export const calculateBalance = ({
  normalSide,
  debits,
  credits,
}: Pick<LedgerAccount, 'normalSide' | 'debits' | 'credits'>): bigint =>
  normalSide === 'debit' ? debits - credits : credits - debits;

/** Returns whether an account's balance can't be negative. Custody in paper mode can be, since simulated money never arrived. */
export const isFloored = ({ code }: Pick<LedgerAccount, 'code'>): boolean => !code.startsWith('custody:') || !isPaper();

/** Returns the normal side of an account, derived from its code. */
const normalSideOf = (code: string): LedgerAccount['normalSide'] => (isAssetLine(code) ? 'debit' : 'credit');

/** Account with the versions of its newest debit and credit transfer, read by one statement. */
type AccountWithVersions = { row: LedgerAccount; debited: number | null; credited: number | null };

const newestVersionOn = (side: 'debit' | 'credit') =>
  sql<
    number | null
  >`${sql.raw(`(select max(t.${side}_version) from transfer t where t.${side}_account_id = account.id)`)}`;

const ACCOUNT_WITH_VERSIONS = { row: account, debited: newestVersionOn('debit'), credited: newestVersionOn('credit') };

/** Returns the condition that a column has one of the values in a placeholder, which `listParameter` creates. */
const inPlaceholderList = (column: typeof account.code | typeof account.stripe, name: string): SQL =>
  onPostgres
    ? sql`${column} = any(${sql.placeholder(name)})`
    : sql`${column} in (select value from json_each(${sql.placeholder(name)}))`;

const listParameter = (values: unknown[]): unknown => (onPostgres ? values : JSON.stringify(values));

const selectByCodes = prepared('ledger.accounts-by-codes', (handle) =>
  handle
    .select(ACCOUNT_WITH_VERSIONS)
    .from(account)
    .where(and(inPlaceholderList(account.code, 'codes'), inPlaceholderList(account.stripe, 'stripes'))),
);

const selectByCode = prepared('ledger.accounts-by-code', (handle) =>
  handle
    .select(ACCOUNT_WITH_VERSIONS)
    .from(account)
    .where(eq(account.code, sql.placeholder('code'))),
);

const selectByOwner = prepared('ledger.accounts-by-owner', (handle) =>
  handle
    .select(ACCOUNT_WITH_VERSIONS)
    .from(account)
    .where(eq(account.ownerId, sql.placeholder('user'))),
);

/*
 * PostgreSQL statements that lock accounts. Users' accounts come first, since the transaction already holds the users'
 * rows; the operator's shared accounts come last, all at once.
 */
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
 * Locks the accounts that will be posted to until the transaction ends, and returns their current rows.
 * @param stripes stripes of the operator's accounts to lock; every other account has one row
 */
export async function lockAccounts(tx: Handle, refs: AccountRef[], stripes: number[]): Promise<LedgerAccount[]> {
  const codes = refs.map(({ code }) => code);
  const lock = refs.some(isStriped)
    ? { ...LOCK_ACCOUNTS, values: [codes, stripes] }
    : { ...LOCK_USERS_ACCOUNTS, values: [codes] };
  const found = await lockThenRead(tx, lock, () =>
    selectByCodes(tx, { codes: listParameter(codes), stripes: listParameter([...new Set([0, ...stripes])]) }),
  );
  const striped = new Set(refs.filter(isStriped).map(({ code }) => code));
  const locked = found.filter(({ row }) => !striped.has(row.code) || stripes.includes(row.stripe));
  return await verifyAccounts(tx, locked);
}

/** Locks some stripes of an operator's account, and returns the rows of all of its stripes. */
export async function lockStripes(tx: Handle, code: string, stripes: number[]): Promise<LedgerAccount[]> {
  const lock = { ...LOCK_STRIPES, values: [code, stripes] };
  return await verifyAccounts(tx, await lockThenRead(tx, lock, () => selectByCode(tx, { code })));
}

/**
 * Sends the lock and the read as two statements in one round trip. A single statement would read the state from before
 * it waited for the lock.
 */
async function lockThenRead(
  tx: Handle,
  lock: RowLock,
  reading: () => Promise<AccountWithVersions[]>,
): Promise<AccountWithVersions[]> {
  const locked = getBulkStatements(tx).lock(lock);
  const [found] = await Promise.all([reading(), locked]);
  return found;
}

export const findAccounts = async (handle: Reader, user: string): Promise<LedgerAccount[]> =>
  await verifyAccounts(handle, await selectByOwner(handle, { user }));

/** Reads the rows of an account: none before its first posting, otherwise one or several stripes. */
export const rowsOfAccount = async (handle: Reader, code: string): Promise<LedgerAccount[]> =>
  await verifyAccounts(handle, await selectByCode(handle, { code }));

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
export const accountMac = (row: LedgerAccount): string => calculateMac('account', macParts(row));

const AUDIT_BATCH_SIZE = 200;

export async function findAccountsWithForeignMacs(): Promise<{ row: string; detail: string }[]> {
  const found: { row: string; detail: string }[] = [];
  for (let last = ''; ; ) {
    const after = gt(account.id, last);
    const page = await read().select().from(account).where(after).orderBy(asc(account.id)).limit(AUDIT_BATCH_SIZE);
    for (const row of page)
      if (row.mac !== '' && !isMacValid(row.mac, 'account', macParts(row)))
        found.push({ row: row.code, detail: `the row of stripe ${row.stripe} is not as the ledger left it` });
    if (page.length < AUDIT_BATCH_SIZE) return found;
    last = (page.at(-1) as LedgerAccount).id;
    // Serves requests between batches.
    await new Promise((resume) => setImmediate(resume));
  }
}

/**
 * Returns the rows of accounts. In a transaction it verifies them first, and throws `AlteredRowError` for an altered
 * one.
 */
async function verifyAccounts(handle: Reader, found: AccountWithVersions[]): Promise<LedgerAccount[]> {
  const rows = found.map(({ row }) => row);
  if (!isTransaction(handle)) return rows;
  const doubtful = found.filter((each) => !hasCurrentMac(each)).map(({ row }) => row);
  const altered =
    doubtful.find((row) => !hasSideAndFloorOfCode(row)) ?? (await filterAccountsWithInvalidMac(handle, doubtful))[0];
  if (altered) throw new AlteredRowError('account', altered.code);
  return rows;
}

const hasCurrentMac = ({ row, debited, credited }: AccountWithVersions): boolean =>
  row.version === Math.max(debited ?? 0, credited ?? 0) && isMacValid(row.mac, 'account', macParts(row));

/** The `floored` flag of custody depends on the mode, so only the audit checks it. */
const hasSideAndFloorOfCode = ({ code, normalSide, floored }: LedgerAccount): boolean =>
  normalSide === normalSideOf(code) && (code.startsWith('custody:') || floored);

/** Returns the accounts whose balance differs from the one after their newest transfer, or whose newest transfer is not authentic. */
export async function filterAccountsWithInvalidMac(
  handle: Reader,
  accounts: LedgerAccount[],
): Promise<LedgerAccount[]> {
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ id }) => id);
  const [debited, credited] = await Promise.all([
    findNewest(handle, transfer, { debitAccountId: ids }, 'debitVersion'),
    findNewest(handle, transfer, { creditAccountId: ids }, 'creditVersion'),
  ]);
  const newest = new Map<string, { line: Transfer; version: number; balance: bigint }>();
  for (const line of debited)
    newest.set(line.debitAccountId, { line, version: line.debitVersion, balance: line.debitBalance });
  for (const line of credited) {
    const known = newest.get(line.creditAccountId);
    if (!known || known.version < line.creditVersion)
      newest.set(line.creditAccountId, { line, version: line.creditVersion, balance: line.creditBalance });
  }
  const posted = await authenticJournals(
    handle,
    Array.from(newest.values(), ({ line }) => line.journalId),
  );
  return accounts.filter((row) => {
    const last = newest.get(row.id);
    if (!last) return row.version !== 0 || row.debits !== 0n || row.credits !== 0n;
    return last.version !== row.version || last.balance !== calculateBalance(row) || !posted.has(last.line.journalId);
  });
}

/** Returns the IDs of the journals whose MACs verify over all their transfers. */
async function authenticJournals(handle: Reader, ids: string[]): Promise<Set<string>> {
  const journalIds = [...new Set(ids)];
  const [heads, lines] = await Promise.all([
    handle.select({ mac: journal.mac, head: journalMacColumns }).from(journal).where(inArray(journal.id, journalIds)),
    findTransfers(handle, journalIds),
  ]);
  return new Set(
    heads.flatMap(({ mac, head }) =>
      isJournalMacValid(mac, head, lines.get(head.id ?? '') ?? []) ? (head.id ?? []) : [],
    ),
  );
}
