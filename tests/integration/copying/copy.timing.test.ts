import { describe, expect, test } from 'vitest';
import { copy, copyAct } from '#drizzle/schema';
import { backfillCopyActs } from '~/features/copying/copy/lifecycle/backfillCopyActs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { clock, useDatabase } from '../../support/database';
import {
  clean,
  copyOf,
  equity,
  makeCopy,
  makeTrader,
  mirrorAll,
  mirrorsOf,
  trades,
} from '../../support/trading/copies';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();

/** Advances the clock by an hour. @returns the time in the middle of it, in the format of the log's form */
function anHour(): string {
  clock.advance(HOUR / 2);
  const middle = clock.at.toISOString();
  clock.advance(HOUR / 2);
  return middle;
}

describe('a manual result is applied to what the copy held at its instant', () => {
  test('a copy topped up from $100 to $9,000 after the trade closed gains nothing extra', async () => {
    const trader = await makeTrader({ minimum: 100_00n });
    const [small, topped] = [await makeCopy(trader, 100_00n), await makeCopy(trader, 100_00n)];
    const closed = anHour();
    expect((await write((tx) => topUpCopy(tx, topped.user, { id: topped.id, amount: 8_900_00n }))).ok).toBe(true);
    await trades(trader, 2_000, closed);
    await mirrorAll();
    for (const { id, user } of [small, topped]) {
      expect(await mirrorsOf(id)).toMatchObject([{ amount: 20_00n, equityBefore: 100_00n, status: 'posted' }]);
      expect((await readBalances(read(), user.id)).funded).toBe(10_020_00n);
    }
    await clean();
  });

  test('a copy reduced after the trade closed bears the loss on what it held then', async () => {
    const trader = await makeTrader({ minimum: 100_00n });
    const { id, user } = await makeCopy(trader, 1_000_00n);
    const closed = anHour();
    expect((await write((tx) => reduceCopy(tx, user, { id, amount: 600_00n }))).ok).toBe(true);
    await trades(trader, -2_000, closed);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ amount: 200_00n, equityBefore: 1_000_00n, reason: null }]);
    expect(await equity(id)).toBe(200_00n);
    await clean();
  });

  test('a loss never exceeds what is left in the copy', async () => {
    const trader = await makeTrader({ minimum: 100_00n });
    const { id, user } = await makeCopy(trader, 1_000_00n);
    const closed = anHour();
    await write((tx) => reduceCopy(tx, user, { id, amount: 900_00n }));
    await trades(trader, -5_000, closed);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([
      { amount: 100_00n, reason: expect.stringContaining('you do not bear the rest') },
    ]);
    expect((await copyOf(id)).status).toBe('stopped');
    expect((await readBalances(read(), user.id)).funded).toBe(9_900_00n);
    await clean();
  });

  test('a result dated before one that has reached the copy excludes that one', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader, 1_000_00n);
    const first = anHour();
    await trades(trader, 1_000, anHour());
    await mirrorAll();
    await trades(trader, 500, first);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ amount, equityBefore }) => [amount, equityBefore])).toEqual([
      [100_00n, 1_000_00n],
      [50_00n, 1_000_00n],
    ]);
    await clean();
  });

  test('results entered in any order before one of them reaches a copy come out the same', async () => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    const ends = [];
    for (const order of orders) {
      const trader = await makeTrader();
      const { id } = await makeCopy(trader, 1_000_00n);
      const log = [300, -2_000, 700].map((dollars) => ({ dollars, date: anHour() }));
      for (const at of order) await trades(trader, log[at]!.dollars, log[at]!.date);
      await mirrorAll();
      ends.push(await equity(id));
    }
    // 1,000.00 + 3% - 20% + 7%
    expect(ends).toEqual([881_68n, 881_68n, 881_68n]);
    await clean();
  });

  test('of two results of one instant the one entered first comes first', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader, 1_000_00n);
    const instant = anHour();
    await trades(trader, 1_000, instant);
    await trades(trader, 1_000, instant);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ equityBefore }) => equityBefore)).toEqual([1_000_00n, 1_100_00n]);
  });
});

describe('a pause', () => {
  test('skips results of its time, whenever they are entered, and no others', async () => {
    const trader = await makeTrader();
    const { id, user } = await makeCopy(trader, 1_000_00n);
    const before = anHour();
    await write((tx) => pauseCopy(tx, user, id));
    const during = anHour();
    // The result is dated before the pause and recorded during it.
    await trades(trader, 100, before);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ status: 'posted', amount: 10_00n }]);
    await trades(trader, 100, during);
    await mirrorAll();
    await write((tx) => resumeCopy(tx, user, id));
    const after = anHour();
    await trades(trader, 100, during);
    await trades(trader, 100, before);
    await trades(trader, 100, after);
    await mirrorAll();
    // Results that were entered together reach the copy in order of their dates.
    expect((await mirrorsOf(id)).map(({ status }) => status)).toEqual([
      'posted',
      'skipped',
      'posted',
      'skipped',
      'posted',
    ]);
    await clean();
  });

  test.each([
    ['at the instant it begins pass by', 'pause', 'skipped'],
    ['at the instant it ends count', 'resume', 'posted'],
  ] as const)('results dated %s', async (_what, edge, status) => {
    const trader = await makeTrader();
    const { id, user } = await makeCopy(trader, 1_000_00n);
    clock.advance(HOUR);
    const instants = { pause: clock.at.toISOString(), resume: '' };
    await write((tx) => pauseCopy(tx, user, id));
    clock.advance(HOUR);
    instants.resume = clock.at.toISOString();
    await write((tx) => resumeCopy(tx, user, id));
    await trades(trader, 100, instants[edge]);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ status }]);
  });
});

describe('a floor', () => {
  test.each([
    ['one cent above it the copy goes on', 999_99n, 'active'],
    ['exactly at it the copy stops', 1_000_00n, 'stopped'],
    ['one cent below it the copy stops', 1_000_01n, 'stopped'],
  ] as const)('%s', async (_what, loss, status) => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader, 1_000_00n, 900_00n);
    await trades(trader, -Number(loss) / 100);
    await mirrorAll();
    // A tenth of the results, rounded toward zero: 99.99, 100.00 and 100.00.
    expect((await copyOf(id)).status).toBe(status);
    await clean();
  });

  test('skips results of later dates, however late the one that reached it was entered', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader, 1_000_00n, 900_00n);
    const [first, second] = [anHour(), anHour()];
    await trades(trader, 5_000, second);
    await trades(trader, -1_000, first);
    await mirrorAll();
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', result: -100_00n, stoppedAt: new Date(first) });
  });
});

test('the audit names a copy whose mirrored trades are all deleted', async () => {
  const trader = await makeTrader();
  const { id } = await makeCopy(trader);
  await trades(trader, 100);
  await mirrorAll();
  await behindTheBack(`delete from mirror where copy_id = '${id}'`);
  expect((await audit()).findings).toContainEqual(
    expect.objectContaining({
      invariant: 'each copy’s result equals its mirrored trades and its positions’ results, less the leader’s shares',
      row: id,
    }),
  );
});

test('the audit names a deposit or reduction of a copy that differs from its journal', async () => {
  const trader = await makeTrader({ minimum: 100_00n });
  const { id, user } = await makeCopy(trader);
  await write((tx) => topUpCopy(tx, user, { id, amount: 50_00n }));
  await write((tx) => reduceCopy(tx, user, { id, amount: 20_00n }));
  await clean();
  const made = newId();
  for (const [change, back] of [
    ['update copy_flow set moved = moved + 1', 'update copy_flow set moved = moved - 1'],
    [
      `insert into copy_flow (id, copy_id, user_id, kind, amount, at, moved, moved_at)
       values ('${made}', '${id}', '${user.id}', 'top-up', 100, 1, 100, 1)`,
      `delete from copy_flow where id = '${made}'`,
    ],
  ] as const) {
    await behindTheBack(change);
    const names = new Set((await audit()).findings.map(({ invariant }) => invariant));
    expect(names).toContain('each amount put into a copy or taken out is what its journal moved');
    await behindTheBack(back);
  }
  await behindTheBack('delete from copy_flow');
  // Verifies both by journal and by version.
  const named = (await audit()).findings.map(({ invariant }) => invariant).sort();
  expect(named).toEqual([
    'each amount put into a copy or taken out is what its journal moved',
    'each amount put into a copy or taken out is what its journal moved',
    'each version is of a row that is there',
    'each version is of a row that is there',
  ]);
});

describe('pauses written by others', () => {
  /** A copy that was paused for an hour and continues, and the middle of that hour and of the one after it. */
  async function pausedForAnHour() {
    const trader = await makeTrader();
    const { id, user } = await makeCopy(trader, 1_000_00n);
    await write((tx) => pauseCopy(tx, user, id));
    const paused = anHour();
    await write((tx) => resumeCopy(tx, user, id));
    return { trader, id, paused, active: anHour() };
  }

  test.each([
    ['a pause is taken from the log', `delete from event where thing = 'copy' and event = 'pause'`],
    [
      'a pause is written into the log',
      `insert into event (id, thing, thing_id, event, actor_kind, at)
       select 'z', 'copy', thing_id, 'pause', 'investor', at + 1 from event where thing = 'copy' and event = 'resume'`,
    ],
  ])('decide nothing: %s', async (_, sql) => {
    const { trader, id, paused, active } = await pausedForAnHour();
    await behindTheBack(sql);
    await backfillCopyActs();
    await trades(trader, -1_000, paused);
    await trades(trader, -500, active);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ amount, status }) => [amount, status])).toEqual([
      [0n, 'skipped'],
      [50_00n, 'posted'],
    ]);
  });

  test.each([
    ['taken away', `delete from copy_act where act = 'pause'`],
    ['all taken away', 'delete from copy_act'],
    ['dated later', `update copy_act set at = at + 1800000 where act = 'pause'`],
    ['another', `update copy_act set act = 'resume' where act = 'pause'`],
    ['counted otherwise', 'update copy_act set number = number + 5'],
    [
      'added',
      `insert into copy_act (id, copy_id, number, act, at, mac) select 'z', copy_id, 3, 'pause', at, mac from copy_act where number = 1`,
    ],
  ])('are refused where an act was %s', async (_, sql) => {
    const { trader, id, active } = await pausedForAnHour();
    await behindTheBack(sql);
    await trades(trader, -500, active);
    await mirrorAll().catch(() => {});
    expect(await mirrorsOf(id)).toEqual([]);
    expect(await equity(id)).toBe(1_000_00n);
  });

  test('are imported from the events of version 1.0.0', async () => {
    const { trader, id, paused } = await pausedForAnHour();
    const before = await read().select().from(copyAct).orderBy(copyAct.number);
    await write(async (tx) => {
      await tx.delete(copyAct);
      await tx.update(copy).set({ acts: 0 });
    });
    await backfillCopyActs();
    await backfillCopyActs();
    const after = await read().select().from(copyAct).orderBy(copyAct.number);
    expect(after.map(({ act, at, number }) => [act, at, number])).toEqual(
      before.map(({ act, at, number }) => [act, at, number]),
    );
    await trades(trader, -1_000, paused);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ amount: 0n, status: 'skipped' }]);
    await clean();
  });
});
