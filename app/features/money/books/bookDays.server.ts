import { sql } from 'drizzle-orm';
import { listLiabilityLines } from '~/ledger/chartOfAccounts';
import { transferSides } from '~/ledger/reading/transferSides.server';
import { DAY, now } from '~/platform/clock';
import { rowsInBackground, write } from '~/platform/db/index.server';
import { findLatestSnapshot, saveSnapshot } from '~/platform/snapshots.server';
import { getBookLine } from './books.server';
import { type BookDay, type BookFlow, buildSeries } from './internal/bookDays';

const BOOK_DAYS_KEY = 'book-days';
const MAX_DAYS = 90;

const day = sql.raw(`j.effective_at - j.effective_at % ${DAY}`);

const OWED_ACCOUNTS = sql.raw(
  listLiabilityLines()
    .map((name) => `'${name}'`)
    .join(', '),
);

/**
 * Selects the changes of account balances by each transfer, with all liabilities under one name. Omits custody, the
 * counterpart of all other accounts.
 */
const selectSides = () =>
  transferSides(
    sql`${day} as day, case when ${getBookLine('a')} in (${OWED_ACCOUNTS}) then ${'liabilities'} else a.code end as name`,
    sql`a.normal_side = 'credit'`,
  );

export async function saveBookDays(): Promise<void> {
  const flows = await rowsInBackground<BookFlow>(sql`
    select day, name, cast(sum(credit - debit) as text) as cents from (${selectSides()}) moves group by day, name
    union all
    select ${day}, j.kind, cast(sum(t.amount) as text)
    from transfer t join journal j on j.id = t.journal_id
    where j.kind in ('deposit', 'withdrawal-paid', 'copy-started', 'copy-topped-up') group by 1, 2`);
  const value = buildSeries(flows, now()).slice(-MAX_DAYS);
  await write((tx) => saveSnapshot(tx, BOOK_DAYS_KEY, value));
}

export async function readBookDays(days: number): Promise<{ days: BookDay[]; at: Date | null }> {
  const last = await findLatestSnapshot<BookDay[]>(BOOK_DAYS_KEY);
  // Rows that earlier versions stored have no `copied`; the job replaces them.
  const stored = last?.value.slice(-days) ?? [];
  return { days: stored.map((each) => ({ ...each, copied: each.copied ?? 0 })), at: last?.at ?? null };
}
