import { inArray, sql } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { bookLineTitle, JOURNAL_KINDS, type JournalKind, USER_ACCOUNT_KINDS } from '~/ledger/chartOfAccounts';
import { formatPlainUsd } from '~/ledger/money';
import { getMonthBounds } from '~/ledger/months';
import { transferSides } from '~/ledger/reading/transferSides.server';
import { read, rowsInBackground } from '~/platform/db/index.server';
import { getBookLine } from '../books.server';
import { computeMonthFlows, computeTrialBalance } from './monthReport.server';

/* CSV files of a month or a year, read from the ledger at each request. Files of a closed month never change. */

type CsvLine = Record<string, string>;

export type BooksFile = { columns: readonly string[]; lines: AsyncGenerator<CsvLine> };

const formatDollars = (cents: string | bigint): string => formatPlainUsd(BigInt(cents));

async function* streamTrialBalance(month: string): AsyncGenerator<CsvLine> {
  for (const { name, opening, debits, credits, closing } of await computeTrialBalance(month))
    yield {
      line: bookLineTitle(name),
      opening: formatDollars(opening),
      debits: formatDollars(debits),
      credits: formatDollars(credits),
      closing: formatDollars(closing),
    };
}

async function* streamFlows(month: string): AsyncGenerator<CsvLine> {
  for (const { kind, n, amount } of await computeMonthFlows(month))
    yield { kind: JOURNAL_KINDS[kind as JournalKind] ?? kind, journals: String(n), amount: formatDollars(amount) };
}

const USERS_PER_BATCH = 500;

async function* addNames<T extends { owner: string }>(found: T[]): AsyncGenerator<T & { name: string; email: string }> {
  for (let at = 0; at < found.length; at += USERS_PER_BATCH) {
    const some = found.slice(at, at + USERS_PER_BATCH);
    const { id, firstName, lastName, email } = user;
    const users = await read()
      .select({ id, firstName, lastName, email })
      .from(user)
      .where(
        inArray(
          user.id,
          some.map(({ owner }) => owner),
        ),
      );
    const byId = new Map(users.map((row) => [row.id, row]));
    for (const line of some) {
      const row = byId.get(line.owner);
      yield { ...line, name: row ? `${row.firstName} ${row.lastName}` : '', email: row?.email ?? '' };
    }
  }
}

async function* streamLiabilities(month: string): AsyncGenerator<CsvLine> {
  const { end } = getMonthBounds(month);
  const sum = (name: string) =>
    sql.raw(`cast(sum(case when line = '${name}' then change else 0 end) as text) as ${name}`);
  const found = await rowsInBackground<Record<(typeof USER_ACCOUNT_KINDS)[number] | 'owner', string>>(sql`
    select owner, ${sql.join(USER_ACCOUNT_KINDS.map(sum), sql`, `)}
    from (${selectChangesBefore(end)}) changes group by owner having sum(change) <> 0 order by owner`);
  for await (const { owner, name, email, ...owed } of addNames(found)) {
    const kinds = Object.fromEntries(
      USER_ACCOUNT_KINDS.map((kind) => [bookLineTitle(kind), formatDollars(owed[kind])]),
    );
    const total = USER_ACCOUNT_KINDS.reduce((all, kind) => all + BigInt(owed[kind]), 0n);
    yield { id: owner, name, email, ...kinds, together: formatDollars(total) };
  }
}

const selectChangesBefore = (end: Date) => sql`
  select owner, line, kind, at, credit - debit as change from (${transferSides(
    sql`a.owner_id as owner, ${getBookLine('a')} as line, j.kind as kind, j.effective_at as at`,
    sql`a.owner_id is not null and j.effective_at < ${end.getTime()}`,
  )}) sides`;

const RESULT_KINDS: Record<string, readonly JournalKind[]> = {
  'copies and own trading': [
    'copy-profit',
    'copy-loss',
    'copy-profit-reversed',
    'copy-loss-reversed',
    'copy-repaid',
    'copy-returned',
    'position-profit',
    'position-loss',
    'position-paid',
  ],
  'costs of holding': ['position-cost'],
  'leaders’ shares': ['leader-share'],
  plans: ['plan-accrual', 'plan-ended'],
  bonuses: ['referral-bonus', 'referral-bonus-reversed', 'rank-bonus', 'rank-bonus-reversed'],
  'profit added by the operator': ['operator-profit'],
};

const YEAR_COLUMNS = Object.keys(RESULT_KINDS);

async function* streamYear(year: string): AsyncGenerator<CsvLine> {
  const [start, end] = [getMonthBounds(`${year}-01`).start, getMonthBounds(`${year}-12`).end];
  const inKinds = (kinds: readonly string[]) => `kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const sums = Object.values(RESULT_KINDS).map((kinds, at) =>
    sql.raw(`cast(sum(case when ${inKinds(kinds)} then change else 0 end) as text) as c${at}`),
  );
  const found = await rowsInBackground<{ owner: string } & Record<string, string>>(sql`
    select owner, ${sql.join(sums, sql`, `)} from (${selectChangesBefore(end)}) changes
    where at >= ${start.getTime()} and ${sql.raw(inKinds(Object.values(RESULT_KINDS).flat()))} group by owner order by owner`);
  for await (const line of addNames(found)) {
    const amounts = YEAR_COLUMNS.map((_, at) => BigInt(line[`c${at}`] ?? '0'));
    const columns = Object.fromEntries(YEAR_COLUMNS.map((column, at) => [column, formatDollars(amounts[at] ?? 0n)]));
    const together = amounts.reduce((all, one) => all + one, 0n);
    yield { id: line.owner, name: line.name, email: line.email, ...columns, together: formatDollars(together) };
  }
}

export const MONTH_FILES = {
  'trial-balance': (month: string): BooksFile => ({
    columns: ['line', 'opening', 'debits', 'credits', 'closing'],
    lines: streamTrialBalance(month),
  }),
  flows: (month: string): BooksFile => ({ columns: ['kind', 'journals', 'amount'], lines: streamFlows(month) }),
  liabilities: (month: string): BooksFile => ({
    columns: ['id', 'name', 'email', ...USER_ACCOUNT_KINDS.map(bookLineTitle), 'together'],
    lines: streamLiabilities(month),
  }),
} as const;

export const createAnnualResultsFile = (year: string): BooksFile => ({
  columns: ['id', 'name', 'email', ...YEAR_COLUMNS, 'together'],
  lines: streamYear(year),
});
