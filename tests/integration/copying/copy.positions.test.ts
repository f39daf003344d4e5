import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copiedOrder, copyFlow, journal, mail, tradingPosition } from '#drizzle/schema';
import { loadUserData } from '~/api/answers/userData.server';
import { endCopiesAtFloor, followNextBatch, releaseBatch } from '~/features/copying/copy/jobs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findCopies } from '~/features/copying/copy/queries.server';
import { allocatedAccount } from '~/ledger/chartOfAccounts';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, MINUTE, SECOND, setClock } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { foldOrders } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { clean, copyOf, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

type Terms = { amount?: bigint; floor?: bigint; floorBps?: number; capBps?: number; takeOver?: boolean };

async function copies(trader: string, { amount = 1_000_00n, ...terms }: Terms = {}) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader, amount, ...terms })));
  return { user, id: started.id };
}

const heldBy = async (id: string) =>
  Object.fromEntries(
    (await read().select().from(tradingPosition).where(eq(tradingPosition.accountId, id)))
      .filter(({ size }) => size !== 0n)
      .map(({ instrument, size }) => [instrument, size]),
  );
const copiedBy = (id: string) =>
  read().select().from(copiedOrder).where(eq(copiedOrder.copyId, id)).orderBy(copiedOrder.leaderOrder);

/** Asserts that a copy's row, its account, its log and the ledger agree to the cent. */
async function agrees({ id, user }: { id: string; user: { id: string } }): Promise<void> {
  const row = await copyOf(id);
  const saved = await findSavedAccount(read(), id);
  const cash = await balance(read(), allocatedAccount(id, user.id).code);
  expect(saved?.account.balance.cash).toBe(cash);
  expect(row.contributed + row.result).toBe(cash);
  expect(foldOrders(await findOrders(read(), id))).toEqual(saved?.account);
}

describe('a copy of a trader with positions', () => {
  test('copies open positions, follows each order once, and ends with all its cash', async () => {
    const leader = await makeLeader();
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(HOUR);
    const copy = await copies(leader);
    const taken = (await heldBy(copy.id)).XAUUSD ?? 0n;
    // A hundredth of the leader's size, whose equity has changed by less than one percent.
    expect(taken).toBeGreaterThan(UNITS_PER_WHOLE / 11n);
    expect(taken).toBeLessThan(UNITS_PER_WHOLE / 9n);

    clock.advance(HOUR);
    await leaderOrders(leader, 'EURUSD', 20_000n * UNITS_PER_WHOLE);
    clock.advance(HOUR);
    await Promise.all([followNextBatch(), followNextBatch()]);
    await runAll(followNextBatch);
    expect(await copiedBy(copy.id)).toMatchObject([
      { instrument: 'XAUUSD', takenOver: true, skipped: null },
      { instrument: 'EURUSD', takenOver: false, skipped: null, cut: null },
    ]);
    const [, , euro] = await findOrders(read(), copy.id);
    const [, , leaders] = await findOrders(read(), leader);
    expect(euro?.at).toBe((leaders?.at ?? 0) + SECOND);

    await leaderOrders(leader, 'XAUUSD', -10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    expect(Object.keys(await heldBy(copy.id))).toEqual(['EURUSD']);
    await agrees(copy);
    await clean();
    const closed = (await findOrders(read(), copy.id)).find(({ id, size }) => id === 'XAUUSD' && size < 0n);
    const { data, totals } = await loadUserData(copy.user, 10);
    expect(data.trades).toMatchObject([
      {
        pair: 'XAU/USD',
        amount: Math.abs(Number(closed?.result)) / 100,
        tradeType: (closed?.result ?? 0n) < 0n ? 'loss' : 'profit',
        trader: leader,
      },
    ]);
    for (const all of [totals, (await loadUserData(copy.user, 1)).totals]) expect(all).toMatchObject({ trades: 1 });

    expect(await write((tx) => stopCopy(tx, copy.user, copy.id))).toMatchObject({ ok: true });
    const row = await copyOf(copy.id);
    expect(row.status).toBe('stopped');
    expect(await heldBy(copy.id)).toEqual({});
    const { available, allocated: inCopies } = await readBalances(read(), copy.user.id);
    expect(available).toBe(10_000_00n + row.result);
    expect(inCopies).toBe(0n);
    await agrees(copy);
    await clean();
  });

  test('can be one of more than a page of copies, and each gets the order once and in the same proportion', async () => {
    const leader = await makeLeader();
    const user = await makeUser({}, { dollars: 60_000 });
    const ids: string[] = [];
    for (let made = 0; made < 52; made++) {
      const started = await write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n }));
      if (started.ok) ids.push(started.value.id);
    }
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(HOUR);
    await leaderOrders(leader, 'XAUUSD', -10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await Promise.all([followNextBatch(), followNextBatch()]);
    await runAll(followNextBatch);
    const copied = await read().select().from(copiedOrder);
    expect(copied.map(({ copyId, leaderOrder }) => `${copyId} ${leaderOrder}`).sort()).toEqual(
      ids.flatMap((id) => [`${id} 2`, `${id} 3`]).sort(),
    );
    expect(new Set(copied.map(({ leaderOrder, size }) => `${leaderOrder} ${size}`)).size).toBe(2);
    for (const id of [ids[0], ids[51]]) await agrees({ id: id ?? '', user });
    await clean();
  });

  test('follows only new trades if requested', async () => {
    const leader = await makeLeader();
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(HOUR);
    const copy = await copies(leader, { takeOver: false });
    await leaderOrders(leader, 'XAUUSD', -10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    expect(await heldBy(copy.id)).toEqual({});
    expect(await copiedBy(copy.id)).toMatchObject([{ skipped: 'nothing-held', size: 0n }]);
    await clean();
  });

  test('that changes first gets the leader’s earlier orders', async () => {
    const leader = await makeLeader();
    const copy = await copies(leader);
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    // No job has run yet.
    expect(await write((tx) => pauseCopy(tx, copy.user, copy.id))).toMatchObject({ ok: true });
    expect(Object.keys(await heldBy(copy.id))).toEqual(['XAUUSD']);
    await leaderOrders(leader, 'EURUSD', 20_000n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    expect(await write((tx) => resumeCopy(tx, copy.user, copy.id))).toMatchObject({ ok: true });
    expect((await copiedBy(copy.id)).map(({ skipped }) => skipped)).toEqual([null, 'paused']);

    expect(await write((tx) => topUpCopy(tx, copy.user, { id: copy.id, amount: 500_00n }))).toMatchObject({ ok: true });
    expect(await copyOf(copy.id)).toMatchObject({ contributed: 1_500_00n, highWaterMark: 1_500_00n });
    // About 240 of the 1,500 are margin of gold at leverage 1, and 1,000 is the trader's minimum.
    const all = await write((tx) => reduceCopy(tx, copy.user, { id: copy.id, amount: 1_400_00n }));
    expect(all).toMatchObject({ ok: false, error: { code: 'too-much', field: 'amount' } });
    expect(await write((tx) => reduceCopy(tx, copy.user, { id: copy.id, amount: 400_00n }))).toMatchObject({
      ok: true,
    });
    expect(await copyOf(copy.id)).toMatchObject({ contributed: 1_100_00n, highWaterMark: 1_100_00n });
    await agrees(copy);
    await clean();
  });

  test('reaches its floor at a full minute: its positions close there, and its owner is notified', async () => {
    const leader = await makeLeader();
    await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE);
    const copy = await copies(leader, { floorBps: 9_950 });
    const far = await copies(leader, { floorBps: 1_000 });
    for (let day = 0; day < 10 && (await copyOf(copy.id)).status === 'active'; day++) {
      clock.advance(DAY);
      await runAll(endCopiesAtFloor);
    }
    const ended = await copyOf(copy.id);
    expect(ended).toMatchObject({ status: 'stopped', stopReason: 'it fell to its floor of $995.00' });
    expect((ended.stoppedAt?.getTime() ?? 1) % MINUTE).toBe(0);
    expect((await copyOf(far.id)).status).toBe('active');
    const mails = await read().select().from(mail).where(eq(mail.recipient, copy.user.email));
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Copy stopped'));
    await agrees(far);
    await clean();
  });

  test('stops on a Saturday: free money returns at once, the rest when the market has opened', async () => {
    const leader = await makeLeader();
    const copy = await copies(leader);
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(5 * DAY);
    await runAll(followNextBatch);
    expect(await write((tx) => stopCopy(tx, copy.user, copy.id))).toMatchObject({
      ok: true,
      value: { due: expect.any(String) },
    });
    expect(await copyOf(copy.id)).toMatchObject({ status: 'stopping', dueAt: new Date('2026-03-08T23:00:00Z') });
    const [free] = await read().select().from(copyFlow).where(eq(copyFlow.copyId, copy.id));
    expect(free?.moved).toBeGreaterThan(700_00n);
    await agrees(copy);
    await runAll(releaseBatch);
    expect((await copyOf(copy.id)).status).toBe('stopping');
    clock.advance(2 * DAY);
    await runAll(releaseBatch);
    expect((await copyOf(copy.id)).status).toBe('stopped');
    expect((await findOrders(read(), copy.id)).findLast(({ id }) => id === 'XAUUSD')?.at).toBe(
      Date.UTC(2026, 2, 8, 23),
    );
    await agrees(copy);
    await clean();
  });

  test('continues and stops while the clock is set back, at its latest instant: its log never goes back', async () => {
    const leader = await makeLeader();
    const [stopped, stored] = [await copies(leader), await copies(leader)];
    clock.advance(HOUR);
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(HOUR);
    await runAll(followNextBatch);
    const come = clock.at.getTime();
    clock.advance(-HOUR);
    for (const job of [followNextBatch, endCopiesAtFloor, releaseBatch]) await runAll(job);
    expect((await write((tx) => topUpCopy(tx, stored.user, { id: stored.id, amount: 500_00n }))).ok).toBe(true);
    expect((await write((tx) => stopCopy(tx, stopped.user, stopped.id))).ok).toBe(true);
    expect((await copyOf(stopped.id)).status).toBe('stopped');
    expect((await findOrders(read(), stopped.id)).slice(2).map(({ kind, at }) => [kind, at])).toEqual([
      ['market', come],
      ['flow', come],
    ]);
    clock.advance(2 * HOUR);
    await leaderOrders(leader, 'XAUUSD', -10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    expect(await copiedBy(stored.id)).toMatchObject([{ skipped: null }, { skipped: null }]);
    expect(await heldBy(stored.id)).toEqual({});
    for (const copy of [stopped, stored]) {
      const times = (await findOrders(read(), copy.id)).map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      await agrees(copy);
    }
    await clean();
  });

  test('can be one of two of the same trader: each is a copy of its own, and calls mean the newest', async () => {
    const leader = await makeLeader();
    const user = await makeUser({}, { dollars: 3_000 });
    const start = (amount: bigint) => write((tx) => startCopy(tx, user, { trader: leader, amount }));
    const older = await start(1_000_00n);
    clock.advance(MINUTE);
    const newer = await start(2_000_00n);
    if (!older.ok || !newer.ok) throw new Error('A copy did not start');
    const [one, two] = [
      { user, id: older.value.id },
      { user, id: newer.value.id },
    ];
    const more = await write((tx) => topUpCopy(tx, user, { id: one.id, amount: 1n }));
    expect(more).toMatchObject({ ok: false, error: { code: 'insufficient-funds', field: 'amount' } });
    await leaderOrders(leader, 'XAUUSD', 10n * UNITS_PER_WHOLE);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    const held = (await heldBy(one.id)).XAUUSD ?? 0n;
    expect(held).toBeGreaterThan(0n);
    expect((await heldBy(two.id)).XAUUSD).toBeGreaterThanOrEqual(2n * held);
    expect((await findCopies(user.id)).map(({ id }) => id)).toEqual([two.id, one.id]);
    expect((await write((tx) => stopCopy(tx, user, two.id))).ok).toBe(true);
    expect([(await copyOf(one.id)).status, (await heldBy(one.id)).XAUUSD]).toEqual(['active', held]);
    for (const copy of [one, two]) await agrees(copy);
    await clean();
  });

  test('includes manual results, which change its cash and not its owner’s deposits', async () => {
    const leader = await makeLeader();
    const copy = await copies(leader);
    await trades(leader, 500);
    await mirrorAll();
    expect(await copyOf(copy.id)).toMatchObject({ contributed: 1_000_00n, result: 50_00n, highWaterMark: 1_000_00n });
    await agrees(copy);
    await clean();
  });

  test.each([
    [{ floorBps: 10_000 }, 'bad-floor', 'floorBps'],
    [{ capBps: 0 }, 'bad-cap', 'capBps'],
    [{ capBps: 10_001 }, 'bad-cap', 'capBps'],
    [{ amount: 999_99n }, 'short-capital', 'amount'],
  ])('is refused with a message at the field: %o', async (wrong, code, field) => {
    const leader = await makeLeader();
    const user = await makeUser({}, { dollars: 5_000 });
    const refused = await write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n, ...wrong }));
    expect(refused).toMatchObject({ ok: false, error: { code, field } });
  });

  test('limits each position to the part that its owner set', async () => {
    const leader = await makeLeader();
    await leaderOrders(leader, 'XAUUSD', 20n * UNITS_PER_WHOLE);
    const copy = await copies(leader, { capBps: 2_000 });
    expect(await copiedBy(copy.id)).toMatchObject([{ cut: 'cap' }]);
    const [, bought] = await findOrders(read(), copy.id);
    expect(((bought?.size ?? 0n) * (bought?.price ?? 0n)) / UNITS_PER_WHOLE).toBeLessThanOrEqual(201_00n);
  });

  test.each(['start', 'top up', 'stop'] as const)('reads the clock once: %s', async (act) => {
    const leader = await makeLeader();
    await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 10n);
    clock.advance(HOUR);
    const user = await makeUser({}, { dollars: 10_000 });
    const startedState = () => write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n }));
    let id = '';
    if (act !== 'start') {
      const started = await startedState();
      id = started.ok ? started.value.id : '';
      clock.advance(HOUR);
    }
    // Each read of the clock returns another second.
    let readings = 0;
    setClock({ product: () => new Date(clock.at.getTime() + 700 * readings++) });
    try {
      if (act === 'start') {
        const started = await startedState();
        id = started.ok ? started.value.id : '';
      } else if (act === 'top up') await write((tx) => topUpCopy(tx, user, { id, amount: 100_00n }));
      else await write((tx) => stopCopy(tx, user, id));
    } finally {
      setClock({ product: () => clock.at });
    }
    expect(readings).toBeGreaterThan(0);
    const row = await copyOf(id);
    const rows = (await findOrders(read(), id)).slice(act === 'top up' ? -1 : act === 'stop' ? -1 : 0);
    const [moved] = await read().select().from(copyFlow).where(eq(copyFlow.copyId, id));
    const instant = act === 'start' ? row.startedAt : act === 'stop' ? row.stoppedAt : (moved?.at ?? null);
    const second = Math.floor((instant?.getTime() ?? 0) / SECOND) * SECOND;
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ at }) => at))).toEqual(new Set([second]));
    expect((await findSavedAccount(read(), id))?.until).toBe(second);
    const kind = { start: 'copy-started', 'top up': 'copy-topped-up', stop: 'copy-stopped' }[act];
    const [posted] = await read().select().from(journal).where(eq(journal.kind, kind));
    expect(posted?.effectiveAt).toEqual(instant);
    if (act === 'start') expect((await copiedBy(id)).map(({ at }) => at.getTime())).toEqual([second]);
  });
});
