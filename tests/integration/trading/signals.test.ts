import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { approval, signal, signalKey, trader as traderTable, tradingOrder } from '#drizzle/schema';
import { CALLS } from '~/api/calls';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { signalJobs } from '~/features/copying/signals/jobs.server';
import { deriveSignalKey, revokeKey } from '~/features/copying/signals/keys.server';
import { listSignalTraders, loadSignalsPage } from '~/features/copying/signals/queries.server';
import { type RequestedSignal, receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { after, DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { forgetSingleton } from '~/platform/singleton';
import { type Actor, createAdminActor } from '~/platform/states';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { refusalStatusOf } from '~/web/guard/call';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { performAct } from '../../support/people/acts';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin } from '../../support/people/people';
import { makeCopy, makeTrader } from '../../support/trading/copies';
import { giveNewKey } from '../../support/trading/signalKeys';

useDatabase();

let admin: Actor;
beforeEach(async () => {
  forgetSingleton('signals');
  await prepareInstallation();
  admin = createAdminActor((await makeAdmin()).id);
});

async function program(): Promise<{ trader: string; key: string }> {
  const trader = await makeTrader();
  const input = must(await giveNewKey(admin, trader));
  return { trader, key: input.key };
}

const BUY: RequestedSignal = { id: 'one', symbol: 'BTCUSD', action: 'buy', size: '0.05' };
const accountNow = async (trader: string) => (await findSavedAccount(read(), trader))!.account;
const ordersNow = async (trader: string) =>
  (await read().select().from(tradingOrder).where(eq(tradingOrder.accountId, trader))).filter(
    ({ kind }) => kind !== 'flow',
  );

async function clean(): Promise<void> {
  while (await sealNextBatch());
  expect((await audit()).findings).toEqual([]);
}

describe('a key', () => {
  test('opens an account with the capital, and is stored as a hash only', async () => {
    const { trader, key } = await program();
    expect((await accountNow(trader)).balance.cash).toBe(10_000_00n);
    const [row] = await read().select().from(traderTable).where(eq(traderTable.id, trader));
    expect(row?.source).toBe('signal');
    expect(JSON.stringify(await read().select().from(signalKey))).not.toContain(key);
    expect(await listSignalTraders()).toMatchObject([{ id: trader, signals: true, keySince: clock.at }]);
    await clean();
  });

  test('is not offered for a trader with copied manual results, or without capital', async () => {
    const copied = await makeTrader();
    const { user, id } = await makeCopy(copied);
    const offered = async () => (await listSignalTraders()).map((row) => [row.id, row.noKeyBecause]);
    expect(await offered()).toEqual([[copied, expect.stringContaining('Copies follow results entered')]]);
    const refused = await giveNewKey(admin, copied);
    expect(refused).toMatchObject({ ok: false, error: { code: 'copied' } });
    await write((tx) => stopCopy(tx, user, id));
    expect(await offered()).toEqual([[copied, null]]);
    const without = await makeTrader({ capital: null });
    expect((await offered()).find(([each]) => each === without)).toEqual([without, expect.stringContaining('capital')]);
  });

  test('stops working when replaced or revoked, and the account stays', async () => {
    const { trader, key } = await program();
    await receiveSignal(key, BUY);
    const next = must(await giveNewKey(admin, trader));
    const refused = { ok: false, error: { code: 'unknown-key' } };
    expect(await receiveSignal(key, { ...BUY, id: 'two' })).toMatchObject(refused);
    expect((await receiveSignal(next.key, { ...BUY, id: 'two' })).ok).toBe(true);
    expect((await write((tx) => revokeKey(tx, admin, trader))).ok).toBe(true);
    expect(await receiveSignal(next.key, { ...BUY, id: 'three' })).toMatchObject(refused);
    expect(await write((tx) => revokeKey(tx, admin, trader))).toMatchObject({ ok: false, error: { code: 'no-key' } });
    expect(await ordersNow(trader)).toHaveLength(2);
    await clean();
  });

  test('is not given to a trader without capital, a copied one, and a retired one', async () => {
    const codeFor = async (trader: string) => {
      const input = await giveNewKey(admin, trader);
      return input.ok ? null : input.error.code;
    };
    expect(await codeFor(await makeTrader({ capital: null }))).toBe('no-capital');
    const copied = await makeTrader();
    await makeCopy(copied);
    expect(await codeFor(copied)).toBe('copied');
    const retired = await makeTrader();
    await write((tx) => setTraderState(tx, admin, retired, 'retire'));
    expect(await codeFor(retired)).toBe('retired');
  });

  test('in live mode works once a second administrator approves, who sees which copies follow, and ends at once', async () => {
    const { trader, key: before } = await program();
    await makeCopy(trader);
    testEnv({ ...LIVE, EXCHANGE_URL: 'http://127.0.0.1:1' });
    const [first, second] = [await makeAdmin(), await makeAdmin()];
    const key = deriveSignalKey('of a form');
    const ask = () =>
      write((tx) => performAct(tx, createAdminActor(first.id), 'signal-key', { trader, hash: hashSecret(key) }));
    const request = must(await ask());
    expect(request.pending).toBeDefined();
    // The same for the same trader, whatever the key is.
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'waits-already' } });
    const known = async (sent: string) => (await receiveSignal(sent, { ...BUY, symbol: 'no such' })).ok;
    expect([await known(before), await known(key)]).toEqual([true, false]);
    const [row] = await read().select().from(approval);
    expect(row?.effect).toContain('"Copies that follow","to":"1"');
    expect(row?.effect).toContain('"Money in its copies","to":"$1,000.00"');
    expect(row?.effect).toContain('The key that ends');
    expect(JSON.stringify(row)).not.toContain(key);
    const agreed = await write((tx) => approveShown(tx, createAdminActor(second.id), row!.id));
    expect(agreed.ok).toBe(true);
    expect([await known(before), await known(key)]).toEqual([false, true]);
    expect((await write((tx) => revokeKey(tx, createAdminActor(first.id), trader))).ok).toBe(true);
    expect(await known(key)).toBe(false);
  });

  test('is required: another trader’s, none, or a retired trader’s is refused', async () => {
    const [one, other] = [await program(), await program()];
    for (const key of ['', 'mbs_', `${one.key}x`, 'x'.repeat(500)])
      expect(await receiveSignal(key, BUY)).toMatchObject({ ok: false, error: { code: 'unknown-key' } });
    expect(await receiveSignal(one.key, { ...BUY, trader: other.trader })).toMatchObject({
      ok: false,
      error: { code: 'foreign-key' },
    });
    await write((tx) => setTraderState(tx, admin, one.trader, 'retire'));
    expect(await receiveSignal(one.key, BUY)).toMatchObject({ ok: false, error: { code: 'unknown-key' } });
    expect(await read().select().from(signal)).toEqual([]);
  });
});

describe('a signal', () => {
  let cases = 0;
  onBothEngines('idempotency and paging of signals', () => {
    test('is filled once, however often and concurrently it comes, and answered with its result', async () => {
      const { trader, key } = await program();
      const answers = await Promise.all(Array.from({ length: 5 }, () => receiveSignal(key, BUY)));
      const found = answers.map((answer) => (answer.ok ? answer.value : answer.error));
      expect(found.filter((each) => 'again' in each && !each.again)).toHaveLength(1);
      expect(new Set(found.map(({ message }) => message)).size).toBe(1);
      clock.advance(DAY);
      expect(await receiveSignal(key, { ...BUY, size: '7' })).toMatchObject({
        ok: true,
        value: { status: 'filled', again: true, message: found[0]?.message },
      });
      expect(await ordersNow(trader)).toHaveLength(1);
      while (await sealNextBatch());
      await clean();
    });

    test('buys a part of the equity, sells, and closes a part or all', async () => {
      const { trader, key } = await program();
      const send = (request: Partial<RequestedSignal>) => receiveSignal(key, { ...BUY, size: undefined, ...request });
      expect(await send({ id: '1', percent: '50', symbol: 'BINANCE:BTCUSD' })).toMatchObject({
        ok: true,
        value: { status: 'filled' },
      });
      const bought = (await accountNow(trader)).positions.BTCUSD?.size ?? 0n;
      expect(bought > 0n).toBe(true);
      expect(await send({ id: '2', action: 'close', percent: '10' })).toMatchObject({
        ok: true,
        value: { status: 'filled' },
      });
      const left = (await accountNow(trader)).positions.BTCUSD?.size ?? 0n;
      expect(left > 0n && left < bought).toBe(true);
      expect(await send({ id: '3', action: 'close' })).toMatchObject({ ok: true, value: { status: 'filled' } });
      expect((await accountNow(trader)).positions).toEqual({});
      expect(await send({ id: '4', action: 'close' })).toMatchObject({
        ok: true,
        value: { status: 'refused', code: 'not-held' },
      });
      expect(await send({ id: '5', action: 'sell', size: '1000', symbol: 'EUR/USD' })).toMatchObject({
        ok: true,
        value: { status: 'filled' },
      });
      expect((await accountNow(trader)).positions.EURUSD?.size).toBe(-1_000n * 10n ** 8n);
      const { rows } = await loadSignalsPage(new URLSearchParams());
      expect(rows.map(({ reference, status, symbol }) => [reference, status, symbol])).toEqual([
        ['5', 'filled', 'EUR/USD'],
        ['4', 'refused', 'BTC/USD'],
        ['3', 'filled', 'BTC/USD'],
        ['2', 'filled', 'BTC/USD'],
        ['1', 'filled', 'BTC/USD'],
      ]);
      expect(JSON.stringify(rows)).not.toContain(key);
      await clean();
    });
  });

  test('that exits by the recipe of TradingView leaves nothing, after a rise or a fall, and by a reversal the other side', async () => {
    const { trader, key } = await program();
    const sol = async () => (await accountNow(trader)).positions.SOLUSD?.size ?? 0n;
    let n = 0;
    const send = async (request: Partial<RequestedSignal>) => {
      const one = { ...BUY, size: undefined, symbol: 'SOLUSD', percent: '10', id: `tv ${n++}`, ...request };
      const answer = await receiveSignal(key, one);
      expect(answer).toMatchObject({ ok: true, value: { status: 'filled' } });
    };
    for (let day = 0; day < 6; day += 1) {
      const found = day % 2 === 0;
      await send(found ? { market_position: 'long', prev_market_position: 'flat' } : {});
      expect(await sol()).toBeGreaterThan(0n);
      clock.advance(DAY);
      await send({ action: 'sell', ...(found && { market_position: 'flat', prev_market_position: 'long' }) });
      expect(await sol()).toBe(0n);
    }
    await send({ market_position: 'long', prev_market_position: 'flat' });
    await send({ action: 'sell', market_position: 'short', prev_market_position: 'long' });
    expect(await sol()).toBeLessThan(0n);
    await clean();
  });

  test('that says flat cancels an entry that still waits', async () => {
    const { trader, key } = await program();
    const apple = { ...BUY, symbol: 'AAPL', size: '2' };
    expect(await receiveSignal(key, apple)).toMatchObject({ ok: true, value: { status: 'waiting' } });
    const flat = { ...apple, id: 'out', action: 'sell', market_position: 'flat' } as const;
    expect(await receiveSignal(key, flat)).toMatchObject({ ok: true, value: { status: 'filled' } });
    expect((await accountNow(trader)).waiting).toEqual([]);
  });

  const short = { action: 'sell', market_position: 'short', prev_market_position: 'long' } as const;
  const flat = { action: 'sell', market_position: 'flat', prev_market_position: 'long' } as const;
  test.each<[what: string, signals: Partial<RequestedSignal>[], units: bigint]>([
    ['a close and a short', [{ action: 'close' }, { ...short, size: '3' }], -3n],
    [
      'a close and a short of a strategy’s size',
      [{ action: 'close' }, { ...short, size: '3', position_size: '-3' }],
      -3n,
    ],
    ['a flat and a short', [flat, { ...short, size: '3' }], -3n],
    ['two closes', [{ action: 'close' }, { action: 'close' }], 0n],
    [
      'a part closed and a short',
      [
        { action: 'close', size: '1' },
        { ...short, size: '3', position_size: '-3' },
      ],
      -3n,
    ],
    ['a short and the same again', Array(2).fill({ ...short, size: '3', position_size: '-3' }), -3n],
    ['an addition and a flat', [{ size: '1' }, flat], 0n],
    ['a short and a flat', [{ ...short, size: '3', position_size: '-3' }, flat], 0n],
    [
      'a short and a cover',
      [
        { ...short, size: '3', position_size: '-3' },
        { action: 'buy', size: '3' },
      ],
      0n,
    ],
    [
      'additions to a strategy’s size',
      [
        { market_position: 'long', position_size: '3' },
        { market_position: 'long', position_size: '4' },
      ],
      4n,
    ],
  ])('counts waiting orders: %s', async (_, signals, units) => {
    const { trader, key } = await program();
    const apple = { ...BUY, symbol: 'AAPL', size: '2' };
    clock.set(new Date('2026-03-02T15:00:00Z'));
    expect(await receiveSignal(key, apple)).toMatchObject({ ok: true, value: { status: 'filled' } });
    clock.set(new Date('2026-03-02T22:00:00Z'));
    for (const [n, request] of signals.entries()) {
      const size = request.action === 'close' || request.market_position === 'flat' ? undefined : '2';
      await receiveSignal(key, { ...apple, size, id: `${n}`, ...request });
    }
    // Each case uses another minute, because the job reads accounts once a minute and the cases share a database on PostgreSQL.
    clock.set(new Date(Date.UTC(2026, 2, 3, 15, ++cases)));
    for (const { run } of signalJobs) while (await run()) {}
    expect((await accountNow(trader)).positions.AAPL?.size ?? 0n).toBe(units * 100_000_000n);
  });

  test.each([
    [{ size: '0' }, 'no-size'],
    [{ size: '1e30' }, 'bad-size'],
    [{ size: undefined }, 'no-size'],
    [{ percent: '5' }, 'two-sizes'],
    [{ size: undefined, percent: '0' }, 'bad-percent'],
    [{ size: undefined, percent: '0.000001' }, 'bad-percent'],
    [{ size: '999999' }, 'margin'],
    [{ symbol: 'NONE' }, 'unknown-symbol'],
    [{ symbol: 'US10Y' }, 'not-tradable'],
    [{ stop: '0' }, 'bad-price'],
    [{ stop: '9999999' }, 'bad-stop'],
    [{ takeProfit: '1' }, 'bad-take-profit'],
    [{ at: 'soon' }, 'bad-time'],
    [{ at: after(new Date('2026-03-02T09:00:00Z'), HOUR).toISOString() }, 'future'],
  ])('with %o is refused as %s, and stays so', async (wrong, code) => {
    const { trader, key } = await program();
    const refused = { ok: true, value: { status: 'refused', code, again: false } };
    expect(await receiveSignal(key, { ...BUY, ...wrong })).toMatchObject(refused);
    expect(await receiveSignal(key, BUY)).toMatchObject({ ok: true, value: { status: 'refused', code, again: true } });
    expect(await ordersNow(trader)).toEqual([]);
  });

  test('waits for its market, and is filled by the job at the opening', async () => {
    const { trader, key } = await program();
    const waits = await receiveSignal(key, { ...BUY, symbol: 'AAPL', size: '2' });
    expect(waits).toMatchObject({ ok: true, value: { status: 'waiting' } });
    clock.set(new Date('2026-03-02T14:31:00Z'));
    for (const { run } of signalJobs) while (await run()) {}
    expect(await ordersNow(trader)).toMatchObject([
      { instrument: 'AAPL', source: 'signal', at: new Date('2026-03-02T14:30:00Z') },
    ]);
    while (await sealNextBatch());
    await clean();
  });

  test('is retried once the clock is right: a temporary refusal is no result', async () => {
    const { trader, key } = await program();
    clock.advance(-HOUR);
    expect(await receiveSignal(key, BUY)).toMatchObject({ ok: true, value: { status: 'refused', code: 'clock-back' } });
    clock.advance(HOUR);
    expect(await receiveSignal(key, BUY)).toMatchObject({ ok: true, value: { status: 'filled', again: false } });
    expect(await ordersNow(trader)).toHaveLength(1);
  });

  test('of a thousand in a second: sixty are accepted, the others are refused with a time to retry, per key', async () => {
    const [one, other] = [await program(), await program()];
    // The limit uses the machine's clock, through the library that counts.
    const started = clock.machine;
    let passed = 0;
    const date = vi.spyOn(Date, 'now').mockImplementation(() => started.getTime() + passed);
    onTestFinished(() => date.mockRestore());
    const send = (key: string, id: number) => receiveSignal(key, { ...BUY, size: '0.0001', id: String(id) });
    const flood = await Promise.all(Array.from({ length: 1_000 }, (_, id) => send(one.key, id)));
    const throttledFor = (seconds: number) => ({
      ok: false,
      error: {
        code: 'throttled',
        message: `At most 60 signals a minute are accepted. Try again in ${seconds} seconds.`,
        retryAfter: seconds,
      },
    });
    expect(flood.filter(({ ok }) => ok)).toHaveLength(60);
    expect(new Set(flood.flatMap((answer) => (answer.ok ? [] : JSON.stringify(answer))))).toEqual(
      new Set([JSON.stringify(throttledFor(60))]),
    );
    expect(refusalStatusOf(CALLS.signals, 'throttled').http).toBe(429);
    expect(await read().select().from(signal)).toHaveLength(60);
    expect(await ordersNow(one.trader)).toHaveLength(60);
    expect((await send(other.key, 1)).ok).toBe(true);
    passed = 30 * SECOND;
    expect(await send(one.key, 1_000)).toEqual(throttledFor(30));
    passed = MINUTE;
    expect(await send(one.key, 1_000)).toMatchObject({ ok: true, value: { status: 'filled', again: false } });
    await clean();
  });
});
