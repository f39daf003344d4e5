import { sql } from 'drizzle-orm';
import { liabilities } from '~/ledger/chartOfAccounts';
import { DAY, now } from '~/platform/clock';
import { rowsInBackground, write } from '~/platform/db/index.server';
import { latestSnapshot, saveSnapshot } from '~/platform/snapshots.server';
import { bookLineOf } from './books.server';
import { type BookDay, type BookFlow, seriesOf } from './internal/bookDays';

const KEY = 'book-days';
const MOST_DAYS = 90;

/** The beginning of the UTC day of a journal, milliseconds. */
const day = sql.raw(`j.effective_at - j.effective_at % ${DAY}`);

/** The lines of the books that are owed to others, as SQL compares with them. */
const OWED = sql.raw(
  liabilities()
    .map((name) => `'${name}'`)
    .join(', '),
);

/** One side of every transfer, as the change it made to what its account holds; custody is the other side of all of it. */
const side = (name: 'debit' | 'credit') => sql`
  select ${day} as day, case when ${bookLineOf('a')} in (${OWED}) then 'liabilities'
    else a.code end as name,
    ${sql.raw(name === 'credit' ? 't.amount' : '-t.amount')} as amount
  from transfer t join journal j on j.id = t.journal_id join account a on a.id = ${sql.raw(`t.${name}_account_id`)}
  where a.normal_side = 'credit'`;

/**
 * Adds up the whole ledger day by day and keeps the newest days for the charts. It reads in the background; no request waits
 * for it.
 */
export async function keepBookDays(): Promise<void> {
  const flows = await rowsInBackground<BookFlow>(sql`
    select day, name, cast(sum(amount) as text) as cents
    from (${side('debit')} union all ${side('credit')}) moves group by day, name
    union all
    select ${day}, j.kind, cast(sum(t.amount) as text)
    from transfer t join journal j on j.id = t.journal_id
    where j.kind in ('deposit', 'withdrawal-paid', 'copy-started', 'copy-topped-up') group by 1, 2`);
  const value = seriesOf(flows, now()).slice(-MOST_DAYS);
  await write((tx) => saveSnapshot(tx, KEY, value));
}

export async function bookDays(days: number): Promise<{ days: BookDay[]; at: Date | null }> {
  const last = await latestSnapshot<BookDay[]>(KEY);
  // What an earlier version kept has no copies; the next run of the job replaces it.
  const kept = last?.value.slice(-days) ?? [];
  return { days: kept.map((each) => ({ ...each, copied: each.copied ?? 0 })), at: last?.at ?? null };
}
