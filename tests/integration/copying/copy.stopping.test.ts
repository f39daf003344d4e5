import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { copyFlow, trader as traderTable } from '#drizzle/schema';
import { endCopiesOfRetired, releaseBatch } from '~/features/copying/copy/jobs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { stopCopiesOf, stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { copyMachine } from '~/features/copying/copy/states';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { custody, reserve } from '~/ledger/chartOfAccounts';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { LIVE } from '../../support/liveEnvironment';
import { postAct } from '../../support/people/announcedEntries';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin } from '../../support/people/people';
import {
  clean,
  copyOf,
  equity,
  makeCopy,
  makeTrader,
  mirrorAll,
  mirrorsOf,
  runAll,
  trades,
} from '../../support/trading/copies';

useDatabase(LIVE);

beforeEach(async () => {
  const legs = [{ debit: custody('manual'), credit: reserve.market, amount: 100_000_00n }];
  const head = { kind: 'reserve-funded' as const, ref: newId(), actor: 'system', effectiveAt: now() };
  await write((tx) => postAct(tx, { ...head, legs }));
  // In live mode, copies can be started only with two administrators.
  for (let made = 0; made < 2; made++) await makeAdmin();
});

function anHour(): string {
  clock.advance(HOUR / 2);
  const middle = clock.at.toISOString();
  clock.advance(HOUR / 2);
  return middle;
}

const release = () => runAll(releaseBatch);
const balances = (user: { id: string }) => readBalances(read(), user.id);

describe('a copy that is stopped in live mode', () => {
  test('bears a loss from before the stop, entered after it, and no later one; then its money returns', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    const before = anHour();
    const stop = clock.at;
    const stopped = await write((tx) => stopCopy(tx, user, id));
    expect(stopped).toEqual({ ok: true, value: { id, due: '3 Mar 2026 at 10:00 UTC' } });
    const dueAt = new Date(stop.getTime() + DAY);
    expect(await copyOf(id)).toMatchObject({ status: 'stopping', stoppedAt: stop, dueAt });
    expect(await balances(user)).toMatchObject({ available: 9_000_00n, allocated: 1_000_00n });
    await trades(trader, -2_000, before);
    await trades(trader, -2_000, stop.toISOString());
    await trades(trader, -2_000, anHour());
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ amount: 200_00n, equityBefore: 1_000_00n }]);

    clock.set(new Date(dueAt.getTime() - 1));
    await release();
    expect((await copyOf(id)).status).toBe('stopping');
    clock.set(dueAt);
    await Promise.all([release(), release()]);
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', dueAt: null, stoppedAt: stop });
    expect(await balances(user)).toMatchObject({ available: 9_800_00n, allocated: 0n });
    const mails = await mailsPut();
    expect(mails.map(({ kind }) => kind)).toEqual(['copy-stopping', 'copy-stopped']);
    expect(mails[0]?.text).toContain('3 Mar 2026 at 10:00 UTC');
    // The last result was entered after the money had left, so it is shown as skipped.
    await trades(trader, -2_000, before);
    await mirrorAll();
    expect((await mirrorsOf(id)).at(-1)).toMatchObject({ status: 'skipped' });
    await clean();
  });

  test('gets its money as soon as the log is complete past the stop', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    anHour();
    const stop = clock.at;
    await write((tx) => stopCopy(tx, user, id));
    for (const [until, status] of [
      [new Date(stop.getTime() - 1), 'stopping'],
      [stop, 'stopped'],
    ] as const) {
      await write(async (tx) => {
        await tx.update(traderTable).set({ logCompleteUntil: until }).where(eq(traderTable.id, trader));
      });
      await release();
      expect((await copyOf(id)).status).toBe(status);
    }
    expect((await balances(user)).available).toBe(10_000_00n);
    const old = { id: trader, pair: 'EUR/USD' as const, amount: 1_00n, tradeType: 'loss' as const };
    const enter = (date: Date) => write((tx) => recordTrade(tx, SYSTEM_ACTOR, { ...old, date: date.toISOString() }));
    const refused = await enter(new Date(stop.getTime() - 1));
    expect(refused).toMatchObject({ ok: false, error: { code: 'log-complete', field: 'date' } });
    expect((await enter(stop)).ok).toBe(true);
    await clean();
  });

  test('accepts no more orders of its owner than its state table allows', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader, 2_000_00n);
    await write((tx) => stopCopy(tx, user, id));
    const steps = { pause: pauseCopy, resume: resumeCopy, 'begin-stop': stopCopy };
    for (const [name, use] of Object.entries(steps)) {
      const { from } = copyMachine.events[name as keyof typeof steps];
      expect(from as readonly string[]).not.toContain('stopping');
      expect(await write<{ ok: boolean }>((tx) => use(tx, user, id))).toMatchObject({ error: { code: 'wrong-state' } });
    }
    for (const use of [topUpCopy, reduceCopy]) {
      expect((await write((tx) => use(tx, user, { id, amount: 100_00n }))).ok).toBe(false);
    }
    expect((await copyOf(id)).status).toBe('stopping');
    await clean();
  });

  test.each([false, true])(
    'by its floor waits from the date of the result that reached it (paused: %s)',
    async (paused) => {
      const trader = await makeTrader();
      const { user, id } = await makeCopy(trader, 1_000_00n, 900_00n);
      const [first, floor, later] = [anHour(), anHour(), anHour()];
      if (paused) await write((tx) => pauseCopy(tx, user, id));
      await trades(trader, -1_000, floor);
      await mirrorAll();
      expect(await copyOf(id)).toMatchObject({ status: 'stopping', stoppedAt: new Date(floor) });
      await trades(trader, -1_000, later);
      await trades(trader, 500, first);
      await mirrorAll();
      expect((await mirrorsOf(id)).map(({ amount }) => amount)).toEqual([100_00n, 50_00n]);
      clock.set(new Date(Date.parse(floor) + DAY));
      await release();
      expect((await balances(user)).available).toBe(9_950_00n);
      await clean();
    },
  );

  test('by the retirement of its trader waits; earlier results can still be entered, others not', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    const before = anHour();
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => setTraderState(tx, admin, trader, 'retire'));
    await runAll(endCopiesOfRetired);
    expect((await copyOf(id)).status).toBe('stopping');
    await trades(trader, -1_000, before);
    await mirrorAll();
    await expect(trades(trader, -1_000)).rejects.toThrow('retired');
    clock.advance(DAY);
    await release();
    expect((await balances(user)).available).toBe(9_900_00n);
    await expect(trades(trader, -1_000, before)).rejects.toThrow('retired');
    await clean();
  });

  test('with the account of its owner waits too, and its money is owed by the account', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => stopCopiesOf(tx, admin, user.id, 'the account was closed'));
    expect((await copyOf(id)).status).toBe('stopping');
    clock.advance(DAY);
    await release();
    expect(await balances(user)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    await clean();
  });
});

describe('money taken out of a running copy in live mode', () => {
  test('waits in it: earlier losses can take it, and later results exclude it', async () => {
    const trader = await makeTrader({ minimum: 100_00n });
    const { user, id } = await makeCopy(trader);
    const before = anHour();
    const request = await write((tx) => reduceCopy(tx, user, { id, amount: 900_00n }));
    expect(request).toMatchObject({ ok: true, value: { due: '3 Mar 2026 at 10:00 UTC' } });
    expect(await balances(user)).toMatchObject({ available: 9_000_00n, allocated: 1_000_00n });
    // Requested once, it can't be requested again.
    expect(await write((tx) => reduceCopy(tx, user, { id, amount: 1n }))).toMatchObject({
      error: { code: 'too-much' },
    });
    await trades(trader, 1_000, anHour());
    await mirrorAll();
    await trades(trader, -5_000, before);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ amount, equityBefore }) => [amount, equityBefore])).toEqual([
      [10_00n, 100_00n],
      [500_00n, 1_000_00n],
    ]);
    // The owner's stake is zero, so the copy ends; the rest was requested.
    expect(await copyOf(id)).toMatchObject({ status: 'stopping' });
    clock.advance(DAY);
    await release();
    expect(await balances(user)).toMatchObject({ available: 9_510_00n, allocated: 0n });
    expect(await read().select().from(copyFlow)).toMatchObject([{ amount: 900_00n, moved: 510_00n }]);
    await clean();
  });

  test('moves after a day, once, and the copy continues', async () => {
    const trader = await makeTrader({ minimum: 100_00n });
    const { user, id } = await makeCopy(trader);
    await write((tx) => reduceCopy(tx, user, { id, amount: 400_00n }));
    clock.advance(DAY - 1);
    await release();
    expect((await balances(user)).available).toBe(9_000_00n);
    clock.advance(1);
    await Promise.all([release(), release()]);
    expect(await balances(user)).toMatchObject({ available: 9_400_00n, allocated: 600_00n });
    expect([await equity(id), (await copyOf(id)).status]).toEqual([600_00n, 'active']);
    await clean();
  });
});

test('acts of an owner after a trade do not change its result, in any order of entry', async () => {
  const trade = fc.record({ does: fc.constant('trade' as const), permille: fc.integer({ min: -150, max: 150 }) });
  const flow = fc.record({
    does: fc.constantFrom('top-up' as const, 'reduce' as const),
    dollars: fc.integer({ min: 1, max: 60 }),
  });
  const life = fc.array(fc.oneof(trade, flow), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(life, fc.boolean(), fc.infiniteStream(fc.nat()), async (steps, stops, order) => {
      const trader = await makeTrader({ minimum: 1_00n });
      const { user, id } = await makeCopy(trader);
      let expected = 1_000_00n;
      let result = 0n;
      const log: { dollars: number; date: string }[] = [];
      for (const step of steps) {
        const date = anHour();
        if (step.does === 'trade') {
          if (step.permille === 0) continue;
          const share = (BigInt(Math.abs(step.permille)) * 10_00n * expected) / 10_000_00n;
          const change = step.permille > 0 ? share : -share;
          expected += change;
          result += change;
          log.push({ dollars: step.permille * 10, date });
        } else {
          const amount = BigInt(step.dollars) * 100n;
          const use = step.does === 'top-up' ? topUpCopy : reduceCopy;
          expect((await write((tx) => use(tx, user, { id, amount }))).ok).toBe(true);
          expected += step.does === 'top-up' ? amount : -amount;
        }
      }
      if (stops) await write((tx) => stopCopy(tx, user, id));
      log.sort(() => ((order.next().value as number) % 2 ? 1 : -1));
      for (const { dollars, date } of log) await trades(trader, dollars, date);
      await mirrorAll();
      expect((await copyOf(id)).result).toBe(result);
      clock.advance(DAY);
      await release();
      expect((await balances(user)).funded).toBe(10_000_00n + result);
      expect(await equity(id)).toBe(stops ? 0n : expected);
    }),
    { numRuns: cases(12) },
  );
  await clean();
});
