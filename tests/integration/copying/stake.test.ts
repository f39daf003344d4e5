import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copiedOrder, leaderStake, mail, notification, setting, stakeShortage } from '#drizzle/schema';
import { loadBeingCopied } from '~/features/copying/beingCopied/queries.server';
import { computeExposure } from '~/features/copying/copy/exposure.server';
import { notifyShortages } from '~/features/copying/copy/following/internal/notifyShortages.server';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findCopies } from '~/features/copying/copy/queries.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { closeOwnPosition, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { getSimulatedPrices } from '~/features/copying/quotes/prices.server';
import { DAY, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';
import { makeCopied } from '../../support/trading/copied';
import { clean, copyOf, runAll } from '../../support/trading/copies';

useDatabase();

async function copies(leader: User, amount: bigint) {
  const user = await makeUser({}, { dollars: 300_000 });
  const started = await write((tx) => startCopy(tx, user, { trader: leader.id, amount, takeOver: false }));
  if (!started.ok) throw new Error(started.error.message);
  return { user, id: started.value.id };
}

async function must<T extends { ok: boolean }>(answer: Promise<T>): Promise<void> {
  expect(await answer).toMatchObject({ ok: true });
}

/** Withdraws all money except some cents from own trading. */
async function leaveIn(leader: User, cents: bigint): Promise<void> {
  const own = (await loadBeingCopied(leader)).stake?.own ?? 0n;
  await must(write((tx) => withdrawFromTrading(tx, leader, own - cents)));
}

/** The leader buys bitcoin for some dollars. */
async function buys(leader: User, dollars: number): Promise<void> {
  const cents = Number(getSimulatedPrices().at('BTCUSD', clock.at.getTime())) / 100;
  const order = { symbol: 'BTC/USD', side: 'buy', type: 'market', size: (dollars / cents).toFixed(8) } as const;
  await must(write((tx) => giveOrder(tx, leader, order)));
}
const sells = (leader: User) => must(write((tx) => closeOwnPosition(tx, leader, { symbol: 'BTC/USD' })));

const outcomes = async (copyId: string) =>
  (await read().select().from(copiedOrder).where(eq(copiedOrder.copyId, copyId)).orderBy(copiedOrder.leaderOrder)).map(
    ({ skipped, cut }) => skipped ?? cut,
  );
const readMails = async () =>
  (await read().select().from(mail)).filter(({ kind }) => kind === 'copy-no-stake').map(({ recipient }) => recipient);

describe('a leader whose own equity is under 2% of what copies hold', () => {
  test('can’t drain copies by endless trading: nothing is opened, and each owner is notified once', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader, 10_000_00n);
    await leaveIn(leader, 10_00n);
    expect((await loadBeingCopied(leader)).stake).toMatchObject({ own: 10_00n, needed: 200_00n, enough: false });
    for (let turn = 0; turn < 20; turn++) {
      await buys(leader, 9);
      await sells(leader);
      if (turn % 8 === 0) clock.advance(SECOND);
    }
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    expect(new Set(await outcomes(copy.id))).toEqual(new Set(['no-stake', 'nothing-held']));
    expect((await copyOf(copy.id)).result).toBe(0n);
    await runAll(notifyShortages);
    await runAll(notifyShortages);
    expect(await readMails()).toEqual([copy.user.email]);
    const [toLeader] = await read()
      .select()
      .from(notification)
      .where(eq(notification.userId, leader.id))
      .orderBy(desc(notification.id));
    expect(toLeader?.text).toContain('your own trading was worth $190.0');
    expect((await findCopies(copy.user.id))[0]).toMatchObject({ lacksStake: true });
    expect(await read().select().from(stakeShortage)).toMatchObject([
      { traderId: leader.id, untilOrder: null, held: 10_000_00n, stakeBps: 200 },
    ]);
    await clean();
  });

  test('is followed again with the first order that has a stake; positions close in any case', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader, 10_000_00n);
    await buys(leader, 1000);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    const row = await copyOf(copy.id);
    expect(await outcomes(copy.id)).toEqual([null]);
    await sells(leader);
    await leaveIn(leader, 100_00n);
    await buys(leader, 50);
    await sells(leader);
    clock.advance(DAY);
    await must(write((tx) => putIntoTrading(tx, leader, 1_000_00n)));
    await buys(leader, 50);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    expect(row.spreadPaid).not.toBeNull();
    expect(await outcomes(copy.id)).toEqual([null, null, 'no-stake', 'nothing-held', null]);
    const [shortage, ...others] = await read().select().from(stakeShortage);
    expect([others, (shortage?.untilOrder ?? 0) > (shortage?.fromOrder ?? 0)]).toEqual([[], true]);
    expect((await findCopies(copy.user.id))[0]).toMatchObject({ lacksStake: false });
    await clean();
  });

  test('gets no more money, so that no stranger’s copy can stop those of others', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader, 10_000_00n);
    const rich = await makeUser({}, { dollars: 300_000 });
    const request = { trader: leader.id, amount: 250_000_00n, takeOver: false };
    expect(await write((tx) => startCopy(tx, rich, request))).toMatchObject({
      ok: false,
      error: { code: 'no-stake', field: 'amount' },
    });
    const more = { id: copy.id, amount: 245_000_00n };
    expect(await write((tx) => topUpCopy(tx, copy.user, more))).toMatchObject({ error: { code: 'no-stake' } });
    expect(await copyOf(copy.id)).toMatchObject({ contributed: 10_000_00n });
    await write((tx) => tx.update(setting).set({ value: 0 }).where(eq(setting.key, 'leader-stake-bps')));
    await must(write((tx) => startCopy(tx, rich, request)));
    await clean();
  });

  test('is not the only limit of copies: an operator’s limit refuses larger ones', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader, 10_000_00n);
    await buys(leader, 100);
    const limit = (value: number) =>
      write((tx) => tx.update(setting).set({ value }).where(eq(setting.key, 'trader-copies-most')));
    await limit(12_000_00);
    const rich = await makeUser({}, { dollars: 300_000 });
    const request = { trader: leader.id, amount: 2_500_00n, takeOver: false };
    expect(await write((tx) => startCopy(tx, rich, request))).toMatchObject({
      error: { code: 'trader-full', field: 'amount', message: expect.stringContaining('Enter at most $2,000.00') },
    });
    const more = { id: copy.id, amount: 2_000_00n };
    await must(write((tx) => topUpCopy(tx, copy.user, more)));
    expect(await write((tx) => topUpCopy(tx, copy.user, { ...more, amount: 1n }))).toMatchObject({
      error: { code: 'trader-full', message: expect.stringContaining('They already do') },
    });
    const { traders, markets, ...all } = await computeExposure();
    expect(all).toMatchObject({ copies: 1, of: 1, held: 12_000_00n, limitCents: 12_000_00n, borne: 0n });
    expect(traders).toMatchObject([{ id: leader.id, copies: 1, held: 12_000_00n, largest: 12_000_00n }]);
    const [bitcoin, ...others] = markets;
    expect([bitcoin?.id, bitcoin?.short, others]).toEqual(['BTCUSD', 0n, []]);
    // The leader holds a part of their money in bitcoin, and copies hold the same part of theirs.
    expect(bitcoin?.fall).toBe(-(bitcoin?.long ?? 0n) / 10n);
    expect(all.loss).toBe((bitcoin?.long ?? 0n) / 10n);
    expect(all.loss).toBeGreaterThan(0n);
    await limit(0);
    await must(write((tx) => startCopy(tx, rich, request)));
    await clean();
  });

  test('is checked without reading the copies for each order', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader, 10_000_00n);
    const held = async () => (await read().select().from(leaderStake))[0]?.held;
    await buys(leader, 50);
    expect(await held()).toBe(10_000_00n);
    // The stored sum is used until a copy changes. With a current sum, the stake would suffice for the order.
    await write((tx) => tx.update(leaderStake).set({ held: 10_000_000_00n }));
    await buys(leader, 50);
    expect(await read().select().from(stakeShortage)).toHaveLength(1);
    await must(write((tx) => topUpCopy(tx, copy.user, { id: copy.id, amount: 500_00n })));
    expect(await held()).toBeNull();
    await buys(leader, 50);
    expect(await held()).toBeGreaterThan(10_400_00n);
    await must(write((tx) => stopCopy(tx, copy.user, copy.id)));
    expect(await held()).toBeNull();
    await buys(leader, 50);
    expect(await held()).toBe(0n);
  });
});
