// On both engines: raw SQL.
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { closedMonth } from '#drizzle/schema';
import { readBooks } from '~/features/money/books/books.server';
import { closeMonth } from '~/features/money/books/months/closeMonth.server';
import { createAnnualResultsFile, MONTH_FILES } from '~/features/money/books/months/monthFiles.server';
import {
  findClosedMonth,
  findLedgerDifferences,
  reportClosedMonths,
} from '~/features/money/books/months/monthReport.server';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { getMonth, getMonthBounds, getNextMonth, getPreviousMonth } from '~/ledger/months';
import { post } from '~/ledger/posting/post.server';
import { DAY, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { AdminActor } from '~/platform/states';
import { createAdminActor } from '~/platform/states';
import { respondWithCsv } from '~/web/csv.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';

useDatabase();

let admin: AdminActor;
let month: string;

beforeEach(async () => {
  admin = createAdminActor((await makeAdmin()).id) as AdminActor;
  month = getMonth(now());
});

/** Moves the product's clock past the end of the month. */
const untilItIsOver = () => clock.advance(getMonthBounds(month).end.getTime() - now().getTime() + DAY);

const close = (which = month) => write((tx) => closeMonth(tx, admin, { month: which }));
const refusalOf = async (which?: string) => {
  const closed = await close(which);
  return closed.ok ? null : closed.error.code;
};

/** Parses a file like a spreadsheet. */
async function linesOf({
  columns,
  lines,
}: {
  columns: readonly string[];
  lines: AsyncGenerator<Record<string, string>>;
}) {
  const text = await respondWithCsv('test', columns, lines).text();
  return parse(text, { columns: true }) as Record<string, string>[];
}

describe('closing a month', () => {
  test('waits until the month is over, leaves no gap, and is done once', async () => {
    expect(await refusalOf()).toBe('not-over');
    untilItIsOver();
    clock.advance(40 * DAY);
    expect(await refusalOf()).toBeNull();
    expect(await refusalOf()).toBe('closed');
    expect(await refusalOf(getPreviousMonth(month))).toBe('closed');
    clock.advance(40 * DAY);
    expect(await refusalOf(getNextMonth(getNextMonth(month)))).toBe('gap');
    expect(await refusalOf(getNextMonth(month))).toBeNull();
  });

  test('waits for days of plans that are not credited yet', async () => {
    await leaveInReserve(100_000_00n);
    const ann = await makeUser({}, { dollars: 1_000 });
    expect(await write((tx) => openInvestment(tx, ann, { plan: 'starter', amount: 500_00n }))).toMatchObject({
      ok: true,
    });
    untilItIsOver();
    expect(await refusalOf()).toBe('unpaid-days');
    while (await accrueBatch());
    expect(await refusalOf()).toBeNull();
  });

  test('keeps out entries dated before its end, and lets in later ones', async () => {
    const ann = await makeUser();
    untilItIsOver();
    await close();
    const input = (effectiveAt: Date) =>
      write((tx) =>
        post(tx, {
          kind: 'deposit',
          ref: newId(),
          actor: 'system',
          effectiveAt,
          legs: [{ debit: custody('ETH'), credit: availableAccount(ann.id), amount: 1n }],
        }),
      );
    const { end } = getMonthBounds(month);
    await expect(input(new Date(end.getTime() - 1))).rejects.toThrow('which is closed');
    expect(await input(end)).toMatchObject({ ok: true });
  });
});

describe('the result of a closed month', () => {
  test('is the ledger at its end, whatever is posted later, and reports a difference', async () => {
    const ann = await makeUser({}, { dollars: 1_000 });
    const books = await readBooks();
    untilItIsOver();
    await close();
    await makeUser({}, { dollars: 50 });
    while (await reportClosedMonths());
    const found = await findClosedMonth(month);
    const lines = found?.report?.lines ?? [];
    const closing = (name: string) => BigInt(lines.find((line) => line.name === name)?.closing ?? 0);
    for (const { name, cents } of [...books.assets, ...books.liabilities, ...books.equity])
      expect([name, closing(name)]).toEqual([name, cents]);
    const sum = (column: 'debits' | 'credits') => lines.reduce((all, line) => all + BigInt(line[column]), 0n);
    expect(sum('debits')).toBe(sum('credits'));
    expect(found?.report?.flows.map(({ kind }) => kind)).toContain('deposit');
    expect(await findLedgerDifferences(month, lines)).toEqual([]);
    const altered = lines.map((line) => (line.name === 'available' ? { ...line, closing: '1' } : line));
    expect(await findLedgerDifferences(month, altered)).toEqual(['available']);
    expect(await read().select().from(closedMonth)).toMatchObject([{ headPosition: expect.any(Number) }]);
    const owed = await linesOf(MONTH_FILES.liabilities(month));
    expect(owed.map(({ email, together }) => [email, together])).toEqual([[ann.email, '1000.00']]);
    const trial = await linesOf(MONTH_FILES['trial-balance'](month));
    expect(trial.find(({ line }) => line === 'Available')).toMatchObject({ closing: '1000.00' });
    expect((await linesOf(MONTH_FILES.flows(month))).map(({ kind }) => kind)).toContain('Deposit');
  });

  test('of a year has the realised results of each user, without deposits', async () => {
    await leaveInReserve(100_000_00n);
    const ann = await makeUser({}, { dollars: 1_000 });
    await write((tx) => openInvestment(tx, ann, { plan: 'starter', amount: 500_00n }));
    clock.advance(2 * DAY);
    while (await accrueBatch());
    await write((tx) =>
      post(tx, {
        kind: 'copy-loss',
        ref: newId(),
        actor: 'system',
        effectiveAt: now(),
        legs: [{ debit: availableAccount(ann.id), credit: reserve.market, amount: 12_34n }],
      }),
    );
    const [line] = await linesOf(createAnnualResultsFile(month.slice(0, 4)));
    // A loss is a number, not text.
    expect(line).toMatchObject({ 'copies and own trading': '-12.34' });
    const together = (Number(line?.plans) - 12.34).toFixed(2);
    expect(line).toMatchObject({ email: ann.email, bonuses: '0.00', together });
    expect(Number(line?.plans)).toBeGreaterThan(0);
  });
});
