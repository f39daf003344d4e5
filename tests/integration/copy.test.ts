import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copy, mail, mirror, notification } from '#drizzle/schema';
import { reduceCopy, topUpCopy } from '~/features/copy/fundCopy.server';
import { endCopiesOfRetired, mirrorSome } from '~/features/copy/jobs.server';
import { mirrorToSome } from '~/features/copy/mirrorTrade.server';
import { pauseCopy, resumeCopy } from '~/features/copy/pauseCopy.server';
import { payWaiting } from '~/features/copy/payWaiting.server';
import { equityOf } from '~/features/copy/rules';
import { startCopy } from '~/features/copy/startCopy.server';
import { copyMachine } from '~/features/copy/states';
import { stopCopiesOf, stopCopy } from '~/features/copy/stopCopy.server';
import { createTrader } from '~/features/traders/createTrader.server';
import { recordTrade } from '~/features/traders/recordTrade.server';
import { setTraderState } from '~/features/traders/setTraderState.server';
import { audit } from '~/ledger/audit.server';
import { allocated, available, custody, reserve } from '~/ledger/chart';
import { mustPost, postMany } from '~/ledger/post.server';
import { sealSome } from '~/ledger/seal.server';
import { balance, balancesOf, totalsOf } from '~/ledger/statement.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { insertAll, read, write } from '~/platform/db/index.server';
import { exactlyOnce, newKey } from '~/platform/idempotency.server';
import { newId } from '~/platform/ids';
import type { User } from '~/platform/session.server';
import { byAdmin, SYSTEM } from '~/platform/states';
import { clock, useDatabase } from '../support/database';
import { makeAdmin, makeUser } from '../support/people';

useDatabase();

const DECLARED = { winRate: '99%', avgReturn: '40%', followers: '10000', rrRatio: '1:9' };

/** A trader with a capital of $10,000 whom $1,000 copies, unless said otherwise. */
async function makeTrader({ minimum = 1_000_00n, capital = 10_000_00n as bigint | null } = {}): Promise<string> {
  const form = { ...DECLARED, firstname: 'Mia', lastname: 'Stone', nationality: 'Malta' };
  const made = await write((tx) =>
    createTrader(tx, SYSTEM, { ...form, minimumcapital: minimum, capital: capital ?? undefined }),
  );
  if (!made.ok) throw new Error(made.error.message);
  return made.value.id;
}

async function makeCopy(trader: string, amount = 1_000_00n, floor?: bigint) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = await write((tx) => startCopy(tx, user, { trader, amount, floor }));
  if (!started.ok) throw new Error(started.error.message);
  return { user, id: started.value.id };
}

/** Enters a result in dollars, a loss when below zero, an hour later than the last. */
async function trades(trader: string, dollars: number, date = ''): Promise<string> {
  clock.advance(HOUR);
  const recorded = await write((tx) =>
    recordTrade(tx, SYSTEM, {
      id: trader,
      pair: 'EUR/USD',
      amount: BigInt(Math.round(Math.abs(dollars) * 100)),
      tradeType: dollars < 0 ? 'loss' : 'profit',
      date,
    }),
  );
  if (!recorded.ok) throw new Error(recorded.error.message);
  return recorded.value.id;
}

async function runAll(job: () => Promise<boolean>): Promise<void> {
  while (await job()) {}
}

const mirrorAll = () => runAll(mirrorSome);
const copyOf = async (id: string) => (await read().select().from(copy).where(eq(copy.id, id)))[0]!;
const mirrorsOf = (id: string) => read().select().from(mirror).where(eq(mirror.copyId, id)).orderBy(asc(mirror.id));
const equity = async (id: string) => equityOf(await copyOf(id));
async function clean(): Promise<void> {
  // The clock has moved on since, and a journal is sealed within minutes.
  await runAll(sealSome);
  expect((await audit()).findings).toEqual([]);
}

async function drainMarketReserve(leave: bigint): Promise<void> {
  const held = await balance(read(), reserve.market.code);
  const legs = [{ debit: reserve.market, credit: custody('manual'), amount: held - leave }];
  await write((tx) =>
    mustPost(tx, { kind: 'reserve-taken-back', ref: newId(), actor: 'system', effectiveAt: now(), legs }),
  );
}

async function fundMarketReserve(amount: bigint): Promise<void> {
  const legs = [{ debit: custody('manual'), credit: reserve.market, amount }];
  await write((tx) =>
    mustPost(tx, { kind: 'reserve-funded', ref: newId(), actor: 'system', effectiveAt: now(), legs }),
  );
}

describe('starting a copy', () => {
  test('moves the amount to an account of its own', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader, 2_000_00n);
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 8_000_00n, allocated: 2_000_00n });
    expect(await copyOf(id)).toMatchObject({ status: 'active', contributed: 2_000_00n, result: 0n });
    await clean();
  });

  test('without an amount takes the minimum capital', async () => {
    const trader = await makeTrader({ minimum: 750_00n });
    const user = await makeUser({}, { dollars: 1_000 });
    await write((tx) => startCopy(tx, user, { trader }));
    expect((await balancesOf(read(), user.id)).allocated).toBe(750_00n);
  });

  test.each([
    [{ amount: 999_99n }, 'Capital not Enough to Copy Trade', 'amount'],
    [{ amount: 1_500_01n }, 'Your available balance does not cover $1,500.01.', 'amount'],
    [{ amount: 1_000_00n, floor: 1_000_00n }, 'The floor must be below the amount', 'floor'],
    [{ trader: newId() }, 'There is no such trader.', 'trader'],
  ])('is refused with words beside the field: %o', async (wrong, message, field) => {
    const trader = await makeTrader();
    const user = await makeUser({}, { dollars: 1_500 });
    const refused = await write((tx) => startCopy(tx, user, { trader, ...wrong }));
    expect(refused).toMatchObject({ ok: false, error: { field, message: expect.stringContaining(message) } });
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 1_500_00n, allocated: 0n });
  });

  test('with less than the minimum capital says so', async () => {
    const user = await makeUser({}, { dollars: 999 });
    const trader = await makeTrader();
    const refused = await write((tx) => startCopy(tx, user, { trader }));
    expect(refused).toMatchObject({ ok: false, error: { message: 'Capital not Enough to Copy Trade' } });
  });

  test('of a paused or retired trader is refused', async () => {
    const trader = await makeTrader();
    const admin = byAdmin((await makeAdmin()).id);
    const user = await makeUser({}, { dollars: 5_000 });
    for (const event of ['pause', 'retire'] as const) {
      await write((tx) => setTraderState(tx, admin, trader, event));
      expect(await write((tx) => startCopy(tx, user, { trader }))).toMatchObject({ error: { code: 'not-open' } });
    }
  });

  test('sent fifty times at once happens once', async () => {
    const trader = await makeTrader();
    const user = await makeUser({}, { dollars: 100_000 });
    const request = { scope: user.id, operation: 'copy', key: newKey(user.id, 'copy'), fields: { trader } };
    const ends = await Promise.all(
      Array.from({ length: 50 }, () => exactlyOnce(request, (tx) => startCopy(tx, user, { trader }))),
    );
    expect(ends.every(({ kind }) => kind === 'done')).toBe(true);
    expect(await read().select().from(copy)).toHaveLength(1);
    expect((await balancesOf(read(), user.id)).allocated).toBe(1_000_00n);
    await clean();
  });

  test('fifty at once over a balance for three makes three', async () => {
    const trader = await makeTrader();
    const user = await makeUser({}, { dollars: 3_500 });
    await Promise.all(Array.from({ length: 50 }, () => write((tx) => startCopy(tx, user, { trader }))));
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 500_00n, allocated: 3_000_00n });
    await clean();
  });
});

describe("a leader's result", () => {
  test('reaches each copy in proportion to what is in it', async () => {
    const trader = await makeTrader();
    const [one, five] = [await makeCopy(trader, 1_000_00n), await makeCopy(trader, 5_000_00n)];
    await trades(trader, 300);
    await mirrorAll();
    expect([await equity(one.id), await equity(five.id)]).toEqual([1_030_00n, 5_150_00n]);
    await trades(trader, -1_000);
    await mirrorAll();
    expect([await equity(one.id), await equity(five.id)]).toEqual([927_00n, 4_635_00n]);
    expect(await mirrorsOf(one.id)).toMatchObject([
      { amount: 30_00n, type: 'profit', equityBefore: 1_000_00n, status: 'posted' },
      { amount: 103_00n, type: 'loss', equityBefore: 1_030_00n, status: 'posted' },
    ]);
    expect((await totalsOf(read(), one.user.id)).periodicProfit).toBe(-73_00n);
    await clean();
  });

  test('of a trader without recorded capital is measured against the minimum capital', async () => {
    const trader = await makeTrader({ minimum: 500_00n, capital: null });
    const { id } = await makeCopy(trader, 1_000_00n);
    await trades(trader, 50);
    await mirrorAll();
    expect(await equity(id)).toBe(1_100_00n);
  });

  test('never takes more than the copy holds, and ends a copy with nothing left', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, -25_000);
    await mirrorAll();
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', stopReason: 'nothing is left in it' });
    expect(await mirrorsOf(id)).toMatchObject([{ amount: 1_000_00n, reason: expect.stringContaining('not yours') }]);
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 9_000_00n, allocated: 0n });
    await clean();
  });

  test('dated before a copy began never reaches it', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    const before = new Date(clock.at.getTime() - DAY).toISOString();
    await trades(trader, 500, before);
    await mirrorAll();
    expect(await mirrorsOf(id)).toEqual([]);
  });

  test('recorded before a copy began never reaches it, not even in the same instant', async () => {
    const trader = await makeTrader();
    await trades(trader, 500);
    const { id } = await makeCopy(trader);
    await mirrorAll();
    expect(await mirrorsOf(id)).toEqual([]);
    expect(await equity(id)).toBe(1_000_00n);
  });

  test('of less than a cent is kept as skipped', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    await trades(trader, 0.05);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([
      { status: 'skipped', amount: 0n, reason: expect.stringContaining('cent') },
    ]);
    await clean();
  });

  test('waits, visibly, while the reserve is short, and is paid when it is not', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await drainMarketReserve(10_00n);
    await trades(trader, 500);
    await trades(trader, 50);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ status, amount }) => [status, amount])).toEqual([
      ['waiting', 50_00n],
      ['posted', 5_00n],
    ]);
    await runAll(payWaiting);
    expect(await equity(id)).toBe(1_005_00n);
    await clean();
    await fundMarketReserve(100_00n);
    await Promise.all([payWaiting(), payWaiting()]);
    expect(await equity(id)).toBe(1_055_00n);
    expect((await balancesOf(read(), user.id)).allocated).toBe(1_055_00n);
    expect((await mirrorsOf(id)).map(({ status }) => status)).toEqual(['posted', 'posted']);
    await clean();
  });

  test('that waited is paid to the user when the copy has stopped meanwhile', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await drainMarketReserve(0n);
    await trades(trader, 500);
    await mirrorAll();
    await write((tx) => stopCopy(tx, user, id));
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    await fundMarketReserve(100_00n);
    await runAll(payWaiting);
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 10_050_00n, allocated: 0n });
    expect((await totalsOf(read(), user.id)).periodicProfit).toBe(50_00n);
    await clean();
  });

  test('is shared out by one rule, whatever comes: in proportion, to the cent, never below nothing', async () => {
    const results = fc.array(
      fc.integer({ min: -1_500_00, max: 1_500_00 }).filter((cents) => cents !== 0),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    const amounts = fc.array(fc.integer({ min: 1_000_00, max: 9_000_00 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(results, amounts, async (cents, stakes) => {
        const trader = await makeTrader({ capital: 2_000_00n });
        const copies = [];
        for (const stake of stakes) copies.push((await makeCopy(trader, BigInt(stake))).id);
        for (const each of cents) await trades(trader, each / 100);
        await mirrorAll();
        for (const [at, id] of copies.entries()) {
          let expected = BigInt(stakes[at]!);
          for (const each of cents) {
            if (expected === 0n) break;
            const share = (BigInt(Math.abs(each)) * expected) / 2_000_00n;
            expected += each > 0 ? share : -(share > expected ? expected : share);
          }
          const { status, result, contributed } = await copyOf(id);
          expect(BigInt(stakes[at]!) + result).toBe(expected);
          expect([status, contributed + result]).toEqual(expected > 0n ? ['active', expected] : ['stopped', 0n]);
        }
      }),
      { numRuns: 15 },
    );
    await clean();
  });
});

describe('a fan-out to a thousand copies', () => {
  /** Copies written down in bulk, as the use-case would one by one. */
  async function thousandCopies(trader: string): Promise<string[]> {
    const user: User = await makeUser({}, { dollars: 2_000_000 });
    const ids = Array.from({ length: 1_000 }, () => newId());
    const row = { userId: user.id, traderId: trader, contributed: 1_000_00n, result: 0n, floor: null };
    const state = { status: 'active' as const, startedAt: now(), stoppedAt: null, stopReason: null };
    await write(async (tx) => {
      await insertAll(
        tx,
        copy,
        ids.map((id) => ({ id, ...row, ...state })),
      );
      for (let at = 0; at < ids.length; at += 250) {
        const entries = ids.slice(at, at + 250).map((id) => {
          const legs = [{ debit: available(user.id), credit: allocated(id, user.id), amount: 1_000_00n }];
          return { kind: 'copy-started' as const, ref: id, actor: 'system', effectiveAt: now(), legs };
        });
        await postMany(tx, entries);
      }
    });
    return ids;
  }

  test('killed halfway and gone on with by two runners, reaches each once', async () => {
    const trader = await makeTrader();
    const ids = await thousandCopies(trader);
    const trade = await trades(trader, 123);
    for (let batch = 0; batch < 9; batch++) await mirrorSome();
    const killed = write(async (tx) => {
      await mirrorToSome(tx, trade, 50);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await read().select().from(mirror)).toHaveLength(450);
    await Promise.all([mirrorAll(), mirrorAll()]);
    const rows = await read().select().from(mirror);
    expect(rows).toHaveLength(1_000);
    expect(new Set(rows.map(({ copyId }) => copyId))).toEqual(new Set(ids));
    expect(rows.every(({ status, amount }) => status === 'posted' && amount === 12_30n)).toBe(true);
    await clean();
  });
});

describe('its owner', () => {
  test('pauses it: results dated or recorded meanwhile pass by', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, 100);
    // Before it is mirrored: what happened before the pause counts.
    await write((tx) => pauseCopy(tx, user, id));
    expect(await equity(id)).toBe(1_010_00n);
    await trades(trader, 200);
    const inPause = clock.at.toISOString();
    clock.advance(HOUR);
    await write((tx) => resumeCopy(tx, user, id));
    await trades(trader, 300, inPause);
    await trades(trader, 400);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ status, amount }) => [status, amount])).toEqual([
      ['posted', 10_00n],
      ['skipped', 0n],
      ['skipped', 0n],
      ['posted', 40_40n],
    ]);
    await clean();
  });

  test('tops it up and takes some out; what happened before counts on what was there before', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, 1_000);
    expect((await write((tx) => topUpCopy(tx, user, { id, amount: 900_00n }))).ok).toBe(true);
    expect(await equity(id)).toBe(2_000_00n);
    await trades(trader, 1_000);
    expect((await write((tx) => reduceCopy(tx, user, { id, amount: 1_200_00n }))).ok).toBe(true);
    expect(await equity(id)).toBe(1_000_00n);
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 9_300_00n, allocated: 1_000_00n });
    await clean();
  });

  test.each([
    ['top up beyond the balance', topUpCopy, 9_000_01n, 'does not cover'],
    ['take out more than the minimum allows', reduceCopy, 1n, 'At least $1,000.00 stays'],
  ])("can't %s", async (_what, use, amount, message) => {
    const { user, id } = await makeCopy(await makeTrader());
    const refused = await write((tx) => use(tx, user, { id, amount }));
    expect(refused).toMatchObject({ ok: false, error: { field: 'amount', message: expect.stringContaining(message) } });
  });

  test("can't reduce it to its floor", async () => {
    const { user, id } = await makeCopy(await makeTrader(), 3_000_00n, 2_000_00n);
    const refused = await write((tx) => reduceCopy(tx, user, { id, amount: 1_000_00n }));
    expect(refused).toMatchObject({ ok: false, error: { code: 'at-floor' } });
  });

  test('stops it: all that is in it is available, and a mail says so', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, 250);
    expect((await write((tx) => stopCopy(tx, user, id))).ok).toBe(true);
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 10_025_00n, allocated: 0n });
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', contributed: -25_00n, result: 25_00n });
    expect(await read().select({ kind: mail.kind }).from(mail)).toEqual([{ kind: 'copy-stopped' }]);
    const [told] = await read().select().from(notification);
    expect(told?.text).toContain('$1,025.00');
    await trades(trader, 250);
    await mirrorAll();
    expect(await mirrorsOf(id)).toHaveLength(1);
    await clean();
  });

  test('hears when a result dated before the stop was recorded after it', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    clock.advance(HOUR);
    const open = clock.at.toISOString();
    clock.advance(HOUR);
    await write((tx) => stopCopy(tx, user, id));
    await trades(trader, 250, open);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ status: 'skipped', reason: expect.stringContaining('stopped') }]);
  });

  test('stops it fifty times at once: it stops once', async () => {
    const { user, id } = await makeCopy(await makeTrader());
    const ends = await Promise.all(Array.from({ length: 50 }, () => write((tx) => stopCopy(tx, user, id))));
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await balancesOf(read(), user.id)).available).toBe(10_000_00n);
    await clean();
  });

  test("finds somebody else's copy not there", async () => {
    const { id } = await makeCopy(await makeTrader());
    const other = await makeUser({}, { dollars: 5_000 });
    for (const use of [stopCopy, pauseCopy, resumeCopy]) {
      expect(await write((tx) => use(tx, other, id))).toMatchObject({ error: { code: 'not-found' } });
    }
    for (const use of [topUpCopy, reduceCopy]) {
      expect(await write((tx) => use(tx, other, { id, amount: 1n }))).toMatchObject({ error: { code: 'not-found' } });
    }
  });
});

describe('a copy', () => {
  test('stops itself at its floor, and what its leader does after is not for it', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader, 1_000_00n, 900_00n);
    await trades(trader, -999);
    await trades(trader, -2);
    await trades(trader, 5_000);
    await mirrorAll();
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', stopReason: 'it fell to its floor of $900.00' });
    expect((await balancesOf(read(), user.id)).available).toBe(9_899_92n);
    expect((await read().select().from(mail)).map(({ text }) => text).join()).toContain('fell to its floor of $900.00');
    await clean();
  });

  test('ends with the retirement of its trader, once, after what was recorded before', async () => {
    const trader = await makeTrader();
    const made = [await makeCopy(trader), await makeCopy(trader), await makeCopy(trader)];
    await write((tx) => pauseCopy(tx, made[2]!.user, made[2]!.id));
    await trades(trader, 100);
    const admin = byAdmin((await makeAdmin()).id);
    await write((tx) => setTraderState(tx, admin, trader, 'retire'));
    await Promise.all([runAll(endCopiesOfRetired), runAll(endCopiesOfRetired), mirrorAll()]);
    const [first, , paused] = made;
    expect(await balancesOf(read(), first!.user.id)).toMatchObject({ available: 10_010_00n, allocated: 0n });
    expect(await balancesOf(read(), paused!.user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    const rows = await read().select().from(copy);
    expect(rows.map(({ status, stopReason }) => [status, stopReason])).toEqual(
      Array(3).fill(['stopped', 'the trader retired']),
    );
    expect(await read().select().from(mail)).toHaveLength(3);
    await clean();
  });

  test('ends with the account of its owner', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    const second = await write((tx) => startCopy(tx, user, { trader, amount: 2_000_00n }));
    expect(second.ok).toBe(true);
    const admin = byAdmin((await makeAdmin()).id);
    await write((tx) => stopCopiesOf(tx, admin, user.id, 'your account was closed'));
    expect(await balancesOf(read(), user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    expect((await copyOf(id)).stopReason).toBe('your account was closed');
    await clean();
  });

  test('moves only as its state table says', async () => {
    const trader = await makeTrader();
    const steps = { pause: pauseCopy, resume: resumeCopy, stop: stopCopy };
    const ways = { active: [], paused: ['pause'], stopped: ['stop'] } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(copyMachine.events)) {
        const { user, id } = await makeCopy(trader);
        for (const step of way) await write((tx) => steps[step](tx, user, id));
        expect((await copyOf(id)).status).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await write<{ ok: boolean }>((tx) => steps[name as keyof typeof steps](tx, user, id));
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect((await copyOf(id)).status).toBe(allowed ? to : state);
      }
      for (const use of [topUpCopy, reduceCopy]) {
        const { user, id } = await makeCopy(trader, 2_000_00n);
        for (const step of way) await write((tx) => steps[step](tx, user, id));
        const ended = await write((tx) => use(tx, user, { id, amount: 100_00n }));
        expect([state, ended.ok]).toEqual([state, state !== 'stopped']);
      }
    }
    await clean();
  });
});
