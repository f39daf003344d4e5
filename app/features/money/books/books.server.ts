import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { account } from '#drizzle/schema';
import { bookLineTitle, isAssetLine, listLiabilityLines, USER_ACCOUNT_KINDS } from '~/ledger/chartOfAccounts';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import { read, rows } from '~/platform/db/index.server';

export type BookLine = { name: string; cents: bigint };

export type Books = {
  assets: BookLine[];
  liabilities: BookLine[];
  equity: BookLine[];
  totals: { assets: bigint; liabilities: bigint; equity: bigint };
};

const EQUITY_ACCOUNT_CODES = ['reserve:free', 'reserve:committed', 'reserve:market', 'fees'];

/**
 * Returns the line of the books for an account: the prefix of a user's account, of a receipt or of a receivable, and the whole code of an
 * operator's account.
 */
export const getBookLine = (account: 'account' | 'a'): SQL =>
  sql.raw(
    `case when ${account}.code like 'unidentified:%' then 'unidentified' when ${account}.code like 'receivable:%' then 'receivable'
      when ${account}.owner_id is null then ${account}.code ${USER_ACCOUNT_KINDS.map((name) => `when ${account}.code like '${name}:%' then '${name}'`).join(' ')} end`,
  );

export async function readBooks(): Promise<Books> {
  const sums = await rows<{ name: string; debits: string; credits: string }>(
    read(),
    sql`select ${getBookLine('account')} as name, cast(sum(debits) as text) as debits, cast(sum(credits) as text) as credits
        from account group by 1`,
  );
  const known = new Map(sums.map(({ name, debits, credits }) => [name, BigInt(credits) - BigInt(debits)]));
  const line = (name: string): BookLine => ({ name, cents: known.get(name) ?? 0n });
  const assets = sums
    .filter(({ name }) => isAssetLine(name))
    .map(({ name, debits, credits }) => ({ name, cents: BigInt(debits) - BigInt(credits) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const owed = listLiabilityLines().map(line);
  const equity = EQUITY_ACCOUNT_CODES.map(line);
  const total = (lines: BookLine[]) => lines.reduce((sum, { cents }) => sum + cents, 0n);
  const totals = { assets: total(assets), liabilities: total(owed), equity: total(equity) };
  return { assets, liabilities: owed, equity, totals };
}

export async function loadReserves(): Promise<(BookLine & { title: string })[]> {
  const found = await read()
    .select()
    .from(account)
    .where(and(isNull(account.ownerId), inArray(account.code, ['reserve:free', 'reserve:market'])));
  return [...new Set(found.map(({ code }) => code))].map((name) => ({
    name,
    title: bookLineTitle(name),
    cents: found.reduce((sum, row) => (row.code === name ? sum + calculateBalance(row) : sum), 0n),
  }));
}
