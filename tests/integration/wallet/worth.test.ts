import { expect, test } from 'vitest';
import { endCopiesAtFloor, followNextBatch } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { post } from '~/ledger/posting/post.server';
import { DAY, HOUR } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import * as adminLayout from '~/routes/admin/layout';
import * as adminPart from '~/routes/admin/users/part';
import * as adminUser from '~/routes/admin/users/user';
import * as copies from '~/routes/investor/copies';
import * as copy from '~/routes/investor/copy';
import * as dashboard from '~/routes/investor/dashboard';
import * as layout from '~/routes/investor/layout';
import * as liveTrading from '~/routes/investor/liveTrading';
import * as ranking from '~/routes/investor/ranking';
import * as close from '~/routes/investor/settings/close';
import * as transactions from '~/routes/investor/transactions/list';
import * as statement from '~/routes/investor/transactions/statement';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { servedRoutes } from '../../support/pages/servedRoutes';
import { textOf } from '../../support/pages/text';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeTrader, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

const browserOf = servedRoutes([
  { id: 'layout', parentId: 'root', module: layout },
  { id: 'dashboard', parentId: 'layout', path: 'dashboard', module: dashboard },
  { id: 'copies', parentId: 'layout', path: 'usercopytrade', module: copies },
  { id: 'copy', parentId: 'layout', path: 'usercopytrade/:id', module: copy },
  { id: 'ranking', parentId: 'layout', path: 'ranking', module: ranking },
  { id: 'trading', parentId: 'layout', path: 'live-trading', module: liveTrading },
  { id: 'close', parentId: 'layout', path: 'settings/close', module: close },
  { id: 'transactions', parentId: 'layout', path: 'transactions', module: transactions },
  { id: 'statement', parentId: 'layout', path: 'transactions/statement', module: statement },
  { id: 'admin', parentId: 'root', path: 'admin', module: adminLayout },
  { id: 'user', parentId: 'admin', path: 'users/:id', module: adminUser },
  { id: 'part', parentId: 'admin', path: 'users/:id/:part', module: adminPart },
]);

/** Browser of a person, which reads pages as text. */
async function readerOf(kind: 'investor' | 'admin', subjectId: string): Promise<(path: string) => Promise<string>> {
  const browser = await browserOf(kind, subjectId);
  return async (path) => {
    const response = await browser(path);
    expect([path, response.status]).toEqual([path, 200]);
    return textOf(await response.text());
  };
}

const AMOUNT = '[+−]?\\$[\\d,]+\\.\\d\\d';

/** Parses an amount as a page writes it, in cents. */
const cents = (text: string): number => {
  const digits = Number(text.replace(/[^\d]/g, ''));
  return text.startsWith('−') ? -digits : digits;
};

/** Every amount behind a label, in cents. */
const all = (text: string, label: string): number[] =>
  [...text.matchAll(new RegExp(`${label} (${AMOUNT})`, 'g'))].map(([, amount = '']) => cents(amount));

/** The only one that is. */
function one(text: string, label: string): number {
  const found = [...new Set(all(text, label))];
  expect([label, found.length], text).toEqual([label, 1]);
  return found[0] as number;
}

/** Sum of percentages before some words, in basis points. */
const hundredths = (text: string, words: string): number =>
  sum([...text.matchAll(new RegExp(`([\\d.]+)${words}`, 'g'))].map(([, percent = '']) => cents(percent)));

const sum = (amounts: number[]): number => amounts.reduce((whole, amount) => whole + amount, 0);

/** Asserts that the chart of a copy ends on its figures: the results of the copy, and of its trader at its size. */
function expectOneBasis(shown: string, { result, made }: { result: number; made: number }): void {
  expect([one(shown, 'Your copy'), one(shown, 'Mia Stone, at your size')]).toEqual([result, made]);
}

test('every page with a user’s worth shows the sum of its parts, and all of them the same', async () => {
  const user = await makeUser({ pdtUnlocked: true, country: 'Malta' }, { dollars: 30_000 });
  const [risen, fallen, entered] = [await makeLeader(), await makeLeader(), await makeTrader()];
  const start = async (trader: string) =>
    must(await write((tx) => startCopy(tx, user, { trader, amount: 2_000_00n }))).id;
  const running = [await start(risen), await start(fallen)];
  const ended = await start(fallen);
  await start(entered);
  must(await write((tx) => putIntoTrading(tx, user, 3_000_00n)));
  must(await write((tx) => giveOrder(tx, user, { symbol: 'BTCUSD', side: 'buy', size: '0.02', type: 'market' })));
  must(await write((tx) => openInvestment(tx, user, { plan: 'gold', amount: 5_000_00n })));
  const bonus = [{ debit: reserve.free, credit: availableAccount(user.id), amount: 250_00n }];
  const input = { kind: 'rank-bonus', ref: 'gold', actor: 'system', effectiveAt: clock.at, legs: bonus } as const;
  expect((await write((tx) => post(tx, input))).ok).toBe(true);
  const lets = async (passing: number) => {
    clock.advance(passing);
    await runAll(followNextBatch);
    await runAll(endCopiesAtFloor);
  };
  await lets(HOUR);
  for (const [leader, side] of [
    [risen, 1n],
    [fallen, -1n],
  ] as const) {
    await leaderOrders(leader, 'BTCUSD', (side * UNITS_PER_WHOLE) / 2n);
    await leaderOrders(leader, 'XAUUSD', side * 4n * UNITS_PER_WHOLE);
  }
  await lets(DAY);
  await leaderOrders(risen, 'XAUUSD', -2n * UNITS_PER_WHOLE);
  must(await write((tx) => topUpCopy(tx, user, { id: running[1] as string, amount: 400_00n })));
  await trades(entered, -300);
  await mirrorAll();
  must(await write((tx) => stopCopy(tx, user, ended)));
  await lets(2 * DAY);

  const page = await readerOf('investor', user.id);
  const home = await page('/dashboard');
  const worth = one(home, 'Total Balance');
  const [booked, open] = [one(home, 'Booked'), one(home, 'Open positions')];
  expect(open).not.toBe(0);
  expect(booked + open).toBe(worth);
  // Deposits less withdrawals and the result add up to the worth; ranks count only the booked part.
  const result = one(home, 'Total result');
  const came = [one(home, 'Total deposit'), one(home, 'Bonuses'), -one(home, 'Total withdrawal')];
  expect([sum([...came, result]), one(home, 'Bonuses')]).toEqual([worth, 250_00]);
  expect(one(await page('/ranking'), 'Counted for your rank')).toBe(booked);
  const copying = one(home, 'Copying traders [\\d.]+%');
  const parts = ['Available', 'In plans', 'Live trading'].map((label) => one(home, `${label} [\\d.]+%`));
  expect(sum([copying, ...parts, ...all(home, 'Earned, paid at maturity [\\d.]+%')])).toBe(worth);
  expect(one(home, 'Where your money is:')).toBe(worth);
  expect(home).toContain(`to ${formatUsd(BigInt(worth))}, lowest`);
  expect(
    hundredths(
      home
        .split('Largest part:')[1]
        ?.split('Notifications')[0]
        ?.replace(/^[^%]+%/, '') ?? '',
      '%',
    ),
  ).toBe(100_00);

  // The copies there and on their own page, each with its parts.
  const list = await page('/usercopytrade');
  expect(one(list, 'Value of all copies')).toBe(copying);
  // Results have a sign; worth has none.
  const worthsOf = (rows = '') => [...rows.matchAll(/(?<![+−\d])\$[\d,]+\.\d\d/g)].map(([amount]) => cents(amount));
  const rows = worthsOf(list.split('Today Result State')[1]?.split('Stopped copies')[0]);
  const beside = worthsOf(home.split('Current rank')[0]?.split('My copies').at(-1));
  expect([rows.length >= 3, sum(rows), sum(beside)]).toEqual([true, copying, copying]);
  for (const id of running) {
    const shown = await page(`/usercopytrade/${id}`);
    const [, why = ''] = shown.split('Your result, and why');
    const equity = one(shown, 'In this copy');
    expect(rows).toContain(equity);
    const result = one(shown, 'Result of this copy');
    expect(equity - one(shown, 'Put in')).toBe(result);
    // Sizes and prices have no dollar sign.
    const [, table = ''] = /Open positions (.*?)Your result, and why/s.exec(shown) ?? [];
    const positions = sum([...table.matchAll(new RegExp(AMOUNT, 'g'))].map(([amount]) => cents(amount)));
    expect(one(shown, 'Closed result') + positions + sum(all(shown, 'Closed, not yet booked'))).toBe(result);
    const [made = ''] = new RegExp(`The trader’s result, at the size.*?Your result ${AMOUNT}`, 's').exec(why) ?? [];
    const terms = [...made.matchAll(new RegExp(AMOUNT, 'g'))].map(([amount]) => cents(amount));
    expect(terms.pop()).toBe(result);
    expect(sum(terms)).toBe(result);
    expectOneBasis(shown, { result, made: terms[0] as number });
    const trade = shown.slice(shown.indexOf('Trade by trade'));
    expect(sum(all(trade, 'You'))).toBe(result);
    expect(trade).toMatch(/[\d.]+ BTC/);
  }
  // A stopped copy is shown with its capital, not as a total loss.
  const stopped = await page(`/usercopytrade/${ended}`);
  expect(one(stopped, 'Put in')).toBe(2_000_00);
  const outcome = one(stopped, 'Result of this copy');
  expectOneBasis(stopped, {
    result: outcome,
    made: all(stopped, 'The trader’s result, at the size of your copy').at(-1) as number,
  });
  expect(list).not.toContain('−100.00%');

  // Own trading, the statement and the administrator's page.
  expect(all(await page('/live-trading'), 'Worth now')).toContain(one(home, 'Live trading [\\d.]+%'));
  expect(all(await page('/settings/close'), 'What you have,')).toEqual([worth]);
  const printed = await page('/transactions/statement?from=&to=');
  expect(one(printed, 'Closing balance')).toBe(booked);
  expect(one(printed, 'Open positions, not booked yet')).toBe(open);
  expect(one(printed, 'Closing balance with open positions')).toBe(worth);
  expect(await page('/transactions')).toContain('Copy started');

  const admin = await readerOf('admin', (await makeAdmin()).id);
  const file = await admin(`/admin/users/${user.id}`);
  expect(one(file, 'Total')).toBe(worth);
  const labels = ['Available', 'Held for withdrawals', 'In plans', 'In copies', 'In live trading'];
  expect(sum(labels.map((label) => one(file, label)))).toBe(worth);
  expect([one(file, 'Booked'), one(file, ', open positions')]).toEqual([booked, open]);
  expect(one(file, 'In copies')).toBe(copying);
  const found = await admin(`/admin/users/${user.id}/copies`);
  // Returns the first money column of each row: the worth of the copy, or a dash.
  const worths = found
    .split('Mia Stone ')
    .slice(1)
    .map((row) => new RegExp(`${AMOUNT}|–`).exec(row)?.[0] ?? '');
  expect([worths.length, sum(worths.map(cents))]).toEqual([4, copying]);
});
