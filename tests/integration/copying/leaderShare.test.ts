import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { copy as copyTable, leaderShare, trader } from '#drizzle/schema';
import { loadBeingCopied } from '~/features/copying/beingCopied/queries.server';
import { endCopiesAtFloor, followNextBatch } from '~/features/copying/copy/jobs.server';
import { agreeShare } from '~/features/copying/copy/lifecycle/agreeShare.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findCopies } from '~/features/copying/copy/queries.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { loadLinesPage } from '~/features/money/statements/queries.server';
import { allocatedAccount, fees } from '~/ledger/chartOfAccounts';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals, readTotalsOfUsers } from '~/ledger/reading/userTotals.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeCopied } from '../../support/trading/copied';
import { clean, copyOf, makeTrader, mirrorAll, runAll } from '../../support/trading/copies';
import { giveNewKey } from '../../support/trading/signalKeys';

useDatabase();
beforeEach(() => prepareInstallation());

const FORM = { firstname: 'Ann', lastname: 'Lee', nationality: 'Malta', minimumcapital: 100_00n };
const DECLARED = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };

const setShare = async (id: string, share: string, capital?: bigint) => {
  const admin = createAdminActor((await makeAdmin()).id);
  return await write((tx) => updateTrader(tx, admin, id, { ...FORM, ...DECLARED, share, capital }));
};

/** Investor who is copied for a share, and whose results are relative to $1,000. */
async function makeLeader(share: string): Promise<User> {
  const leader = await makeCopied();
  expect(await setShare(leader.id, share, 1_000_00n)).toMatchObject({ ok: true });
  return leader;
}

async function start(user: User, traderId: string, amount = 1_000_00n): Promise<string> {
  const started = must(await write((tx) => startCopy(tx, user, { trader: traderId, amount })));
  return started.id;
}

/** Enters a result, in cents per $1,000 of a copy, which changes cash immediately, regardless of market hours. */
async function gains(traderId: string, cents: bigint): Promise<void> {
  clock.advance(MINUTE);
  const entry = { id: traderId, pair: 'EUR/USD', date: '' } as const;
  const amount = cents < 0n ? -cents : cents;
  must(
    await write((tx) => recordTrade(tx, SYSTEM_ACTOR, { ...entry, amount, tradeType: cents < 0n ? 'loss' : 'profit' })),
  );
  await mirrorAll();
}

/** Moves to the start of the next month, and runs the jobs. */
async function monthEnds(): Promise<void> {
  const at = clock.at;
  clock.advance(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - at.getTime() + MINUTE);
  await runAll(endCopiesAtFloor);
}

const shares = () => read().select().from(leaderShare).orderBy(leaderShare.at);
const inCopy = async (id: string, user: User) => await balance(read(), allocatedAccount(id, user.id).code);
const paidSoFar = async () => (await shares()).reduce((sum, { amount }) => sum + amount, 0n);

async function profitOf({ id }: User): Promise<bigint> {
  const [{ totals }, added] = [await readBalancesAndTotals(id), await readTotalsOfUsers([id])];
  expect(added.get(id)?.periodicProfit).toBe(totals.periodicProfit);
  return totals.periodicProfit;
}

describe('a leader’s share', () => {
  test('is taken at the end of the month above the mark, once, and paid to the investor who is copied', async () => {
    const leader = await makeLeader('20%');
    const before = (await readBalances(read(), leader.id)).available;
    const earned = await profitOf(leader);
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, leader.id);
    expect(await copyOf(id)).toMatchObject({ shareBps: 2_000, highWaterMark: 1_000_00n });
    await gains(leader.id, 200_00n);
    await runAll(endCopiesAtFloor);
    expect(await shares()).toEqual([]);
    const [seen] = await findCopies(user.id);
    expect(seen?.standing).toMatchObject({ share: 40_00n, free: 1_160_00n });

    await monthEnds();
    expect(await shares()).toMatchObject([
      { copyId: id, cause: 'month', period: '2026-03', amount: 40_00n, base: 1_200_00n, markBefore: 1_000_00n },
    ]);
    expect(await copyOf(id)).toMatchObject({ highWaterMark: 1_160_00n, result: 160_00n });
    expect(await inCopy(id, user)).toBe(1_160_00n);
    expect((await readBalances(read(), leader.id)).available).toBe(before + 40_00n);
    expect(await balance(read(), fees.code)).toBe(0n);
    expect((await loadBeingCopied(leader)).received).toBe(40_00n);

    // The same gain is never charged again by the jobs, the next month, or the stop.
    await Promise.all([endCopiesAtFloor(), endCopiesAtFloor(), followNextBatch()]);
    await monthEnds();
    expect(await write((tx) => stopCopy(tx, user, id))).toMatchObject({ ok: true });
    expect(await shares()).toHaveLength(1);
    expect((await readBalances(read(), user.id)).available).toBe(10_160_00n);
    const titles = async (of: User) =>
      (await loadLinesPage(of.id, null, { each: true })).lines.map(({ title, change }) => [title, change]);
    expect(await titles(user)).toContainEqual(['Trader’s share of a copy’s profit', -40_00n]);
    expect(await titles(leader)).toContainEqual(['Trader’s share of a copy’s profit', 40_00n]);
    // The share reduces the payer's profit and increases the receiver's in all totals.
    expect([await profitOf(user), (await profitOf(leader)) - earned]).toEqual([160_00n, 40_00n]);
    await clean();
  });

  test('is taken for each month that passed while no job ran, by the state of the copy then', async () => {
    const leader = await makeLeader('10');
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, leader.id);
    await write((tx) => giveOrder(tx, leader, { symbol: 'BTCUSD', side: 'buy', size: '0.05', type: 'market' }));
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    await gains(leader.id, 500_00n);
    clock.advance(70 * DAY);
    await runAll(endCopiesAtFloor);
    const row = await copyOf(id);
    const all = await shares();
    expect(all.length).toBeGreaterThan(0);
    expect(all.map(({ period }) => period)).toEqual(['2026-03', '2026-04'].slice(0, all.length));
    for (const { base, markBefore, amount } of all) expect(amount).toBe((base - markBefore) / 10n);
    expect(row.contributed + row.result).toBe(await inCopy(id, user));
    await clean();
  });

  test('of a trader by signals goes to the operator’s fees', async () => {
    const signals = await makeTrader({ minimum: 100_00n, capital: 1_000_00n });
    const admin = createAdminActor((await makeAdmin()).id);
    await giveNewKey(admin, signals);
    expect(await setShare(signals, '30', 1_000_00n)).toMatchObject({ ok: true });
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, signals);
    await gains(signals, 100_00n);
    expect(await write((tx) => stopCopy(tx, user, id))).toMatchObject({ ok: true });
    expect(await shares()).toMatchObject([{ cause: 'stop', amount: 30_00n, leaderUserId: null }]);
    expect(await balance(read(), fees.code)).toBe(30_00n);
    expect((await readBalances(read(), user.id)).available).toBe(10_070_00n);
    await clean();
  });

  test('can be set for no other trader, and for none above 30%', async () => {
    const entered = await makeTrader();
    expect(await setShare(entered, '20')).toMatchObject({ ok: false, error: { code: 'no-share', field: 'share' } });
    expect(await setShare(entered, '0', 20_000_00n)).toMatchObject({ ok: true });
    const { traderChangeSchema } = await import('~/features/copying/traders/schema');
    const judged = (share: string) => traderChangeSchema.shape.share.safeParse(share).success;
    expect(['30', '30%', '12.5'].map(judged)).toEqual([true, true, true]);
    expect(['30.01', '31', '-1', '1e1', '100'].map(judged)).toEqual([false, false, false, false, false]);
  });

  test('stays as at the start of the copy until its owner agrees, and earlier gains have the old terms', async () => {
    const leader = await makeLeader('10');
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, leader.id);
    await gains(leader.id, 100_00n);
    await setShare(leader.id, '30', 1_000_00n);
    expect(await copyOf(id)).toMatchObject({ shareBps: 1_000 });
    const agree = (shareBps: number) => write((tx) => agreeShare(tx, user, { id, shareBps }));
    expect(await agree(2_000)).toMatchObject({ error: { code: 'other-terms' } });
    expect(await write((tx) => startCopy(tx, user, { trader: leader.id, shareBps: 1_000 }))).toMatchObject({
      error: { code: 'other-terms' },
    });
    expect(await agree(3_000)).toMatchObject({ ok: true });
    expect(await agree(3_000)).toMatchObject({ error: { code: 'same-terms' } });
    expect(await shares()).toMatchObject([{ cause: 'terms', amount: 10_00n, shareBps: 1_000 }]);
    expect(await copyOf(id)).toMatchObject({ shareBps: 3_000, highWaterMark: 1_090_00n });
    await clean();
  });

  test('of zero leaves earlier gains without one', async () => {
    const leader = await makeLeader('0');
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, leader.id);
    await gains(leader.id, 100_00n);
    await monthEnds();
    await setShare(leader.id, '20', 1_000_00n);
    expect(await write((tx) => agreeShare(tx, user, { id, shareBps: 2_000 }))).toMatchObject({ ok: true });
    await write((tx) => stopCopy(tx, user, id));
    expect(await shares()).toEqual([]);
    await clean();
  });

  test('ignores money put in and taken out, and a due share can’t be taken out', async () => {
    const leader = await makeLeader('20');
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, leader.id);
    expect(await write((tx) => topUpCopy(tx, user, { id, amount: 500_00n }))).toMatchObject({ ok: true });
    await gains(leader.id, 1_000_00n);
    const worth = await inCopy(id, user);
    expect(worth).toBe(3_000_00n);
    const out = (amount: bigint) => write((tx) => reduceCopy(tx, user, { id, amount }));
    expect(await out(2_700_01n)).toMatchObject({ error: { code: 'too-much' } });
    expect(await out(2_600_00n)).toMatchObject({ ok: true });
    expect((await copyOf(id)).highWaterMark).toBe(-1_100_00n);
    await monthEnds();
    // A fifth of the $1,500 gained, although most of it had been withdrawn.
    expect(await shares()).toMatchObject([{ amount: 300_00n }]);
    expect(await inCopy(id, user)).toBe(100_00n);
    await clean();
  });

  test('is not taken again for a loss of a copy that the next one of the same leader made good', async () => {
    const leader = await makeLeader('20');
    const user = await makeUser({}, { dollars: 10_000 });
    const first = await start(user, leader.id);
    await gains(leader.id, -300_00n);
    await write((tx) => stopCopy(tx, user, first));
    expect((await copyOf(first)).highWaterMark).toBe(300_00n);
    const second = await start(user, leader.id);
    expect((await copyOf(second)).highWaterMark).toBe(1_300_00n);
    expect((await copyOf(first)).highWaterMark).toBe(0n);
    await gains(leader.id, 400_00n);
    await write((tx) => stopCopy(tx, user, second));
    expect(await shares()).toMatchObject([{ copyId: second, amount: 20_00n }]);
    const third = await start(user, leader.id);
    expect((await copyOf(third)).highWaterMark).toBe(1_000_00n);
    const other = await start(await makeUser({}, { dollars: 10_000 }), leader.id);
    expect((await copyOf(other)).highWaterMark).toBe(1_000_00n);
    await clean();
  });

  test('is charged once for a copy and a month, whatever wrote it', async () => {
    const leader = await makeLeader('20');
    const user = await makeUser({}, { dollars: 10_000 });
    await start(user, leader.id);
    await gains(leader.id, 200_00n);
    await monthEnds();
    const [row] = await shares();
    const twice = write(async (tx) => {
      await tx.insert(leaderShare).values({ ...row!, id: 'another' });
    });
    await expect(twice).rejects.toThrow();
  });

  test('of a copy that is stopping in a closed market stays in it until the end', async () => {
    const leader = await makeLeader('20');
    const user = await makeUser({}, { dollars: 10_000 });
    const id = await start(user, leader.id);
    await write((tx) => giveOrder(tx, leader, { symbol: 'US30', side: 'buy', size: '0.01', type: 'market' }));
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    await gains(leader.id, 500_00n);
    clock.advance(5 * DAY);
    const stopped = await write((tx) => stopCopy(tx, user, id));
    expect(stopped).toMatchObject({ ok: true });
    const { releaseBatch } = await import('~/features/copying/copy/jobs.server');
    for (let day = 0; day < 4; day++) {
      clock.advance(DAY);
      await runAll(releaseBatch);
    }
    const row = await copyOf(id);
    expect(row.status).toBe('stopped');
    const [share, ...more] = await shares();
    expect(more).toEqual([]);
    // A fifth of all earlier gains of the copy.
    expect(share?.amount).toBe((row.result + (share?.amount ?? 0n)) / 5n);
    await clean();
  });
});

type Step = { kind: 'result' | 'top-up' | 'take-out'; cents: bigint } | { kind: 'month' } | { kind: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.bigInt({ min: -40_000n, max: 40_000n }).map((cents): Step => ({ kind: 'result', cents })),
  fc.bigInt({ min: 1n, max: 50_000n }).map((cents): Step => ({ kind: 'top-up', cents })),
  fc.bigInt({ min: 1n, max: 50_000n }).map((cents): Step => ({ kind: 'take-out', cents })),
  fc.constant<Step>({ kind: 'month' }),
  fc.constant<Step>({ kind: 'restart' }),
);

describe('whatever happens to a copy', () => {
  test('no gain below a peak is shared again, and all money adds up', async () => {
    const leader = await makeLeader('20');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const user = await makeUser({}, { dollars: 100_000 });
        const before = (await readBalances(read(), leader.id)).available;
        const paidBefore = await paidSoFar();
        let id = await start(user, leader.id);
        /** Result of all copies before shares, in cents. */
        let gained = 0n;
        /** Highest result of which a share was charged, in cents. */
        let shared = 0n;
        /** Sum of the shares expected so far, in cents; computed independently of the product. */
        let due = 0n;
        const readState = async () => {
          const own = await read().select().from(copyTable).where(eq(copyTable.userId, user.id));
          const results = own.reduce((sum, { result }) => sum + result, 0n);
          const paid = (await paidSoFar()) - paidBefore;
          gained = results + paid;
          expect(paid).toBe(due);
          expect((await readBalances(read(), leader.id)).available).toBe(before + paid);
          expect((await readBalances(read(), user.id)).funded).toBe(100_000_00n + results);
        };
        const settle = async () => {
          if (gained <= shared) return;
          const part = (gained - shared) / 5n;
          const rest = await inCopy(id, user);
          due += part < rest ? part : rest;
          shared = gained;
        };
        const stop = async () => {
          await settle();
          expect(await write((tx) => stopCopy(tx, user, id))).toMatchObject({ ok: true });
          await readState();
        };
        for (const each of steps) {
          if (each.kind === 'result' && each.cents !== 0n) await gains(leader.id, each.cents);
          if (each.kind === 'top-up') await write((tx) => topUpCopy(tx, user, { id, amount: each.cents }));
          if (each.kind === 'take-out') await write((tx) => reduceCopy(tx, user, { id, amount: each.cents }));
          if (each.kind === 'month') {
            await settle();
            await monthEnds();
          }
          await readState();
          if (each.kind === 'restart') {
            await stop();
            clock.advance(HOUR);
            id = await start(user, leader.id);
          }
        }
        await stop();
      }),
      { numRuns: cases(15) },
    );
    expect(await read().select().from(trader)).toHaveLength(1);
    await clean();
  });
});
