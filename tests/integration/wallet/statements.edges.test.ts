import { describe, expect, test } from 'vitest';
import { loadStatementOfPeriod } from '~/features/money/statements/lines.server';
import {
  loadPrintedStatement,
  loadTransactionsPage,
  streamStatementRows,
} from '~/features/money/statements/queries.server';
import { readPeriod } from '~/features/money/statements/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { after as shifted } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';

useDatabase();

/** A journal that credits an amount of odd cents at an instant. */
async function credit(user: User, at: Date, amount: bigint): Promise<void> {
  const legs = [{ debit: custody('BTC'), credit: availableAccount(user.id), amount }];
  const entry = { kind: 'deposit', ref: `${user.id}:${amount}`, actor: 'system', effectiveAt: at, legs } as const;
  await write((tx) => mustPost(tx, entry));
}

const query = (period: { from?: string; to?: string }) => new URLSearchParams(period);

/** Start and end of the days 2026-03-29 to 2026-03-31; in Berlin and New York the clocks change that month. */
const ZONES = [
  ['UTC', '2026-03-29T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  // The clocks go forward on the first of the days.
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['America/New_York', '2026-03-29T04:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['Pacific/Auckland', '2026-03-28T11:00:00.000Z', '2026-03-31T11:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-28T18:30:00.000Z', '2026-03-31T18:30:00.000Z'],
] as const;

const PERIOD = { from: '2026-03-29', to: '2026-03-31' };

describe.each(ZONES)('a statement of three days in %s', (timeZone, begins, ends) => {
  const from = new Date(begins);
  const until = new Date(ends);

  test('includes its first instant and excludes the first after its last', async () => {
    const user = await makeUser({ timeZone });
    await credit(user, shifted(from, -1), 1_01n);
    await credit(user, from, 2_03n);
    await credit(user, shifted(until, -1), 4_07n);
    await credit(user, until, 8_15n);
    expect(readPeriod(query(PERIOD), timeZone)).toMatchObject({ from, until });

    const { opening, lines, closing } = await loadStatementOfPeriod(user.id, { from, until });
    expect([opening, lines.map(({ change }) => change), closing]).toEqual([1_01n, [2_03n, 4_07n], 7_11n]);
    expect(lines.map(({ fundedAfter }) => fundedAfter)).toEqual([3_04n, 7_11n]);

    const page = await loadTransactionsPage(user, query(PERIOD));
    expect(page.lines.map(({ change }) => change)).toEqual([4_07n, 2_03n]);
    const printed = await loadPrintedStatement(user, query(PERIOD));
    expect([printed.opening, printed.lines.length, printed.closing]).toEqual([1_01n, 2, 7_11n]);
    expect(printed.lines.map(({ when }) => when.at.replace(/,.*/, ''))).toEqual(['29 Mar 2026', '31 Mar 2026']);
    const balances: string[] = [];
    for await (const row of streamStatementRows(user, query(PERIOD))) balances.push(row.balance);
    expect(balances).toEqual(['1.01', '3.04', '7.11', '7.11']);
  });

  test('and those of the days around it include each journal once', async () => {
    const user = await makeUser({ timeZone });
    const instants = [shifted(from, -1), from, shifted(from, 1), shifted(until, -1), until, shifted(until, 1)];
    for (const [index, at] of instants.entries()) await credit(user, at, BigInt(10 ** index));
    const of = async (period: { from?: string; to?: string }) =>
      await loadStatementOfPeriod(user.id, readPeriod(query(period), timeZone));
    const [before, within, behind] = [
      await of({ to: '2026-03-28' }),
      await of(PERIOD),
      await of({ from: '2026-04-01' }),
    ];
    expect([before, within, behind].map(({ lines }) => lines.length)).toEqual([1, 3, 2]);
    expect([before.closing, within.closing]).toEqual([within.opening, behind.opening]);
    expect(behind.closing).toBe(111_111n);
  });
});
