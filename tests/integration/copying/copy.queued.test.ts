import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { copiedOrder, mail, notification, type StoredWaiting, tradingAccount } from '#drizzle/schema';
import { endCopiesAtFloor, followNextBatch } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findClosedMarkets, findCopies } from '~/features/copying/copy/queries.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { clean, copyOf, runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

const FRIDAY = Date.UTC(2026, 2, 6, 12);
const SATURDAY = FRIDAY + DAY;
const OPENING = Date.UTC(2026, 2, 8, 23);

const to = (time: number) => clock.advance(time - clock.at.getTime());
const advanceAll = async () => {
  await runAll(followNextBatch);
  await runAll(endCopiesAtFloor);
};

let leader: string;
let copy: { user: Awaited<ReturnType<typeof makeUser>>; id: string };

/** Leader with a gold position since Friday, and a copy that started on Saturday. */
beforeEach(async () => {
  to(FRIDAY);
  leader = await makeLeader();
  await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
  to(SATURDAY);
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n })));
  copy = { user, id: started.id };
});

const traded = async () => (await findOrders(read(), copy.id)).filter(({ kind }) => kind !== 'flow');
const copiedRows = () => read().select().from(copiedOrder).where(eq(copiedOrder.copyId, copy.id));
const news = async () => {
  const ofUser = and(eq(notification.userId, copy.user.id), like(notification.text, '%as the market opened%'));
  return (await read().select().from(notification).where(ofUser)).map(({ text }) => text);
};

test.each([
  { title: 'take over what their trader holds', first: 1n, later: 1n },
  { title: 'follow the next order of their trader', first: 0n, later: 1n },
])('the first trades of all copies of an owner are an update, once, where they $title', async ({ first, later }) => {
  const trader = await makeLeader();
  if (first > 0n) await leaderOrders(trader, 'BTCUSD', (first * UNITS_PER_WHOLE) / 10n);
  const user = await makeUser({}, { dollars: 10_000 });
  for (let copies = 0; copies < 2; copies += 1) {
    must(await write((tx) => startCopy(tx, user, { trader, amount: 1_000_00n })));
    clock.advance(MINUTE);
    await leaderOrders(trader, 'BTCUSD', (later * UNITS_PER_WHOLE) / 10n);
    clock.advance(MINUTE);
    await advanceAll();
  }
  const mails = await read().select().from(mail).where(eq(mail.kind, 'copy-first-trade'));
  expect(mails.filter(({ recipient }) => recipient === user.email).map(({ html }) => html)).toEqual([
    expect.stringContaining('>First copied trades: BTC/USD<'),
  ]);
  const notified = await read().select().from(notification).where(eq(notification.userId, user.id));
  expect(notified.filter(({ href }) => href.endsWith('#first-trade'))).toHaveLength(1);
});

describe('a copy that starts while a market of its leader is closed', () => {
  test('holds nothing yet, says until when, and opens it once as the market opens', async () => {
    expect(await findClosedMarkets(leader)).toEqual([{ symbols: ['XAU/USD'], opensAt: new Date(OPENING) }]);
    const [before] = await findCopies(copy.user.id);
    expect(before).toMatchObject({
      opensAt: new Date(OPENING),
      standing: { positions: [], waiting: [{ symbol: 'XAU/USD', side: 'buying', opensAt: new Date(OPENING) }] },
    });
    to(OPENING);
    await advanceAll();
    expect([await traded(), await copiedRows(), await news()]).toEqual([[], [], []]);

    clock.advance(MINUTE);
    await Promise.all([endCopiesAtFloor(), endCopiesAtFloor()]);
    await advanceAll();
    expect(await traded()).toMatchObject([{ id: 'XAUUSD', kind: 'market', at: OPENING + SECOND }]);
    expect(await copiedRows()).toMatchObject([{ takenOver: true, skipped: null }]);
    expect(await news()).toEqual([expect.stringMatching(/took over XAU\/USD as the market opened\.$/)]);
    const mails = await read()
      .select()
      .from(mail)
      .where(like(mail.effectKey, `copy-took-over:${copy.id}:%`));
    // These are the first trades of any of the owner's copies, so the mail reports the first copied trades.
    expect(mails.map(({ html }) => html)).toEqual([expect.stringContaining('>First copied trades: XAU/USD<')]);
    const [after] = await findCopies(copy.user.id);
    expect(after).toMatchObject({ opensAt: null, standing: { positions: [{ symbol: 'XAU/USD' }], waiting: [] } });
    await clean();
  });

  test('opens what version 1.0.0 had queued like its own', async () => {
    const [account] = await read().select().from(tradingAccount).where(eq(tradingAccount.id, copy.id));
    const [queued, ...more] = (account?.waiting ?? []) as StoredWaiting[];
    if (!queued?.follows || more.length > 0) return expect.fail('nothing, or more, is queued');
    // Row as written by 1.0.0: the leader's order is in `takesOver`, and the size is the copy's.
    const { follows, takesOver: _, size: leaderSize, ...rest } = queued;
    const { leaderOrder, leaderPrice, leaderEquity, copyEquity } = follows;
    const expected = String(UNITS_PER_WHOLE / 10n);
    const takesOver = { leaderOrder, leaderSize, leaderPrice, leaderEquity, copyEquity, wanted: expected };
    const waiting = [{ ...rest, size: expected, takesOver }];
    await write((tx) => tx.update(tradingAccount).set({ waiting }).where(eq(tradingAccount.id, copy.id)));
    const [before] = await findCopies(copy.user.id);
    expect(before?.standing?.waiting).toEqual([{ symbol: 'XAU/USD', side: 'buying', opensAt: new Date(OPENING) }]);

    to(OPENING + MINUTE);
    await advanceAll();
    expect(await traded()).toMatchObject([{ id: 'XAUUSD', kind: 'market', at: OPENING + SECOND }]);
    expect(await copiedRows()).toMatchObject([{ takenOver: true, skipped: null, leaderSize: 10n * UNITS_PER_WHOLE }]);
    const [after] = await read().select().from(tradingAccount).where(eq(tradingAccount.id, copy.id));
    expect(after?.waiting).toEqual([]);
    await clean();
  });

  test('is processed once meanwhile, not each minute', async () => {
    clock.advance(HOUR);
    await advanceAll();
    const { lookedFrom } = await copyOf(copy.id);
    expect(lookedFrom).toEqual(new Date(Date.UTC(2026, 2, 7)));
  });

  test('opens nothing if its leader closes as the market opens, and says so', async () => {
    to(OPENING);
    await leaderOrders(leader, 'XAUUSD', -10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await advanceAll();
    expect(await traded()).toEqual([]);
    expect(await copiedRows()).toEqual(
      expect.arrayContaining([expect.objectContaining({ takenOver: true, skipped: 'leader-closed' })]),
    );
    expect(await news()).toEqual([expect.stringContaining('It did not open XAU/USD: the trader closed it')]);
    await clean();
  });

  test('opens nothing while it is paused, and says so', async () => {
    await write((tx) => pauseCopy(tx, copy.user, copy.id));
    to(OPENING + MINUTE);
    await advanceAll();
    expect(await traded()).toEqual([]);
    expect(await news()).toEqual([expect.stringContaining('It did not open XAU/USD: the copy was paused.')]);
  });

  test('opens its queued positions after it is topped up, and nothing once it is stopped', async () => {
    expect(await write((tx) => topUpCopy(tx, copy.user, { id: copy.id, amount: 1_000_00n }))).toMatchObject({
      ok: true,
    });
    const other = await write((tx) => startCopy(tx, copy.user, { trader: leader, amount: 1_000_00n }));
    const id = other.ok ? other.value.id : '';
    expect(await write((tx) => stopCopy(tx, copy.user, id))).toMatchObject({ ok: true });
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', result: 0n });
    to(OPENING + MINUTE);
    await advanceAll();
    // A hundredth of the leader's size.
    const [order, ...more] = await traded();
    expect([Number(order?.size) / Number(UNITS_PER_WHOLE), more.length]).toEqual([expect.closeTo(0.1, 2), 0]);
    expect((await findOrders(read(), id)).filter(({ kind }) => kind !== 'flow')).toEqual([]);
    expect((await readBalances(read(), copy.user.id)).available).toBe(8_000_00n);
    await clean();
  });
});
