import { describe, expect, test } from 'vitest';
import { copy, mail, notification } from '#drizzle/schema';
import { endCopiesOfRetired } from '~/features/copying/copy/jobs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopiesOf, stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { copyMachine } from '~/features/copying/copy/states';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Result } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { onBothEngines } from '../../support/onBothEngines';
import { makeAdmin, makeUser } from '../../support/people/people';
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

useDatabase();

describe('starting a copy', () => {
  test('moves the amount to an account of its own', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader, 2_000_00n);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 8_000_00n, allocated: 2_000_00n });
    expect(await copyOf(id)).toMatchObject({ status: 'active', contributed: 2_000_00n, result: 0n });
    await clean();
  });

  test('without an amount uses the minimum capital', async () => {
    const trader = await makeTrader({ minimum: 750_00n });
    const user = await makeUser({}, { dollars: 1_000 });
    await write((tx) => startCopy(tx, user, { trader }));
    expect((await readBalances(read(), user.id)).allocated).toBe(750_00n);
  });

  test.each([
    [{ amount: 999_99n }, 'Enter at least $1,000.00', 'amount'],
    [{ amount: 1_500_01n }, 'Your available balance does not cover $1,500.01.', 'amount'],
    [{ amount: 1_000_00n, floor: 1_000_00n }, 'The floor must be below the amount', 'floor'],
    [{ trader: newId() }, 'There is no such trader.', 'trader'],
  ])('is refused with a message at the field: %o', async (wrong, message, field) => {
    const trader = await makeTrader();
    const user = await makeUser({}, { dollars: 1_500 });
    const refused = await write((tx) => startCopy(tx, user, { trader, ...wrong }));
    expect(refused).toMatchObject({ ok: false, error: { field, message: expect.stringContaining(message) } });
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 1_500_00n, allocated: 0n });
  });

  test('with less than the minimum capital says so', async () => {
    const user = await makeUser({}, { dollars: 999 });
    const trader = await makeTrader();
    const refused = await write((tx) => startCopy(tx, user, { trader }));
    const message = 'Capital not enough to copy this trader. Deposit $1.00 more.';
    expect(refused).toMatchObject({ ok: false, error: { code: 'short-capital', message } });
  });

  test('with enough in all that is not available says where it is', async () => {
    const user = await makeUser({}, { dollars: 2_000 });
    const first = await makeTrader();
    await write((tx) => startCopy(tx, user, { trader: first, amount: 1_200_00n }));
    const refused = await write((tx) => startCopy(tx, user, { trader: first, amount: 1_000_00n }));
    const message =
      'A copy of this trader takes at least $1,000.00, and you have $800.00 available. $1,200.00 is booked in copies. Deposit $200.00 more, or come back when some of that is available.';
    expect(refused).toMatchObject({ ok: false, error: { code: 'short-capital', message } });
  });

  test('of a paused or retired trader is refused', async () => {
    const trader = await makeTrader();
    const admin = createAdminActor((await makeAdmin()).id);
    const user = await makeUser({}, { dollars: 5_000 });
    for (const event of ['pause', 'retire'] as const) {
      await write((tx) => setTraderState(tx, admin, trader, event));
      expect(await write((tx) => startCopy(tx, user, { trader }))).toMatchObject({ error: { code: 'not-open' } });
    }
  });

  onBothEngines('idempotency and races for money', () => {
    test('fifty times at once, with a balance for three copies, creates three', async () => {
      const trader = await makeTrader();
      const user = await makeUser({}, { dollars: 3_500 });
      await Promise.all(Array.from({ length: 50 }, () => write((tx) => startCopy(tx, user, { trader }))));
      expect(await readBalances(read(), user.id)).toMatchObject({ available: 500_00n, allocated: 3_000_00n });
      await clean();
    });
  });
});

describe('its owner', () => {
  test('pauses it: results dated or recorded meanwhile are skipped', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, 100);
    // Before it is mirrored. A result dated before the pause counts.
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

  test('tops it up and takes some out; earlier results count on the earlier amount', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, 1_000);
    expect((await write((tx) => topUpCopy(tx, user, { id, amount: 900_00n }))).ok).toBe(true);
    expect(await equity(id)).toBe(2_000_00n);
    await trades(trader, 1_000);
    expect((await write((tx) => reduceCopy(tx, user, { id, amount: 1_200_00n }))).ok).toBe(true);
    expect(await equity(id)).toBe(1_000_00n);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 9_300_00n, allocated: 1_000_00n });
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

  test('stops it: all of its money is available, and a mail says so', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, 250);
    expect((await write((tx) => stopCopy(tx, user, id))).ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_025_00n, allocated: 0n });
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', contributed: -25_00n, result: 25_00n });
    expect(await read().select({ kind: mail.kind }).from(mail)).toEqual([{ kind: 'copy-stopped' }]);
    const [latest] = await read().select().from(notification);
    expect(latest?.text).toContain('$1,025.00');
    await trades(trader, 250);
    await mirrorAll();
    expect(await mirrorsOf(id)).toHaveLength(1);
    await clean();
  });

  test('is notified when a result dated before the stop was recorded after it', async () => {
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

  onBothEngines('idempotency and races for money', () => {
    test('stops it fifty times at once: it stops once', async () => {
      const { user, id } = await makeCopy(await makeTrader());
      const ends = await Promise.all(Array.from({ length: 50 }, () => write((tx) => stopCopy(tx, user, id))));
      expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await readBalances(read(), user.id)).available).toBe(10_000_00n);
      await clean();
    });
  });

  test("does not find another user's copy", async () => {
    const { id } = await makeCopy(await makeTrader());
    const other = await makeUser({}, { dollars: 5_000 });
    for (const use of [stopCopy, pauseCopy, resumeCopy]) {
      expect(await write<Result<{ id: string }>>((tx) => use(tx, other, id))).toMatchObject({
        error: { code: 'not-found' },
      });
    }
    for (const use of [topUpCopy, reduceCopy]) {
      expect(await write((tx) => use(tx, other, { id, amount: 1n }))).toMatchObject({ error: { code: 'not-found' } });
    }
  });
});

describe('a copy', () => {
  test('stops itself at its floor, and later results of its leader skip it', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader, 1_000_00n, 900_00n);
    await trades(trader, -999);
    await trades(trader, -2);
    await trades(trader, 5_000);
    await mirrorAll();
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', stopReason: 'it fell to its floor of $900.00' });
    expect((await readBalances(read(), user.id)).available).toBe(9_899_92n);
    expect((await read().select().from(mail)).map(({ text }) => text).join()).toContain('fell to its floor of $900.00');
    await clean();
  });

  test('ends with the retirement of its trader, once, after the results recorded before', async () => {
    const trader = await makeTrader();
    const made = [await makeCopy(trader), await makeCopy(trader), await makeCopy(trader)];
    await write((tx) => pauseCopy(tx, made[2]!.user, made[2]!.id));
    await trades(trader, 100);
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => setTraderState(tx, admin, trader, 'retire'));
    await Promise.all([runAll(endCopiesOfRetired), runAll(endCopiesOfRetired), mirrorAll()]);
    const [first, , paused] = made;
    expect(await readBalances(read(), first!.user.id)).toMatchObject({ available: 10_010_00n, allocated: 0n });
    expect(await readBalances(read(), paused!.user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
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
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => stopCopiesOf(tx, admin, user.id, 'your account was closed'));
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    expect((await copyOf(id)).stopReason).toBe('your account was closed');
    await clean();
  });

  test('changes only as its state table allows', async () => {
    const trader = await makeTrader();
    const steps = { pause: pauseCopy, resume: resumeCopy, stop: stopCopy };
    const ways = { active: [], paused: ['pause'], stopped: ['stop'] } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [event, { from, to }] of Object.entries(copyMachine.events)) {
        const name = event as keyof typeof copyMachine.events;
        // The skipped events occur only in live mode and for voided results.
        if (name === 'begin-stop' || name === 'finish-stop' || name === 'return') continue;
        const { user, id } = await makeCopy(trader);
        for (const step of way) await write<{ ok: boolean }>((tx) => steps[step](tx, user, id));
        expect((await copyOf(id)).status).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await write<{ ok: boolean }>((tx) => steps[name](tx, user, id));
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect((await copyOf(id)).status).toBe(allowed ? to : state);
      }
      for (const use of [topUpCopy, reduceCopy]) {
        const { user, id } = await makeCopy(trader, 2_000_00n);
        for (const step of way) await write<{ ok: boolean }>((tx) => steps[step](tx, user, id));
        const ended = await write((tx) => use(tx, user, { id, amount: 100_00n }));
        expect([state, ended.ok]).toEqual([state, state !== 'stopped']);
      }
    }
    await clean();
  });
});
