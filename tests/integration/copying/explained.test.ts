import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { trader } from '#drizzle/schema';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { saveDays } from '~/features/copying/copy/following/internal/copyDays.server';
import { endCopiesAtFloor, followNextBatch, releaseBatch } from '~/features/copying/copy/jobs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { DAY, HOUR, SECOND } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { EMPTY_ACCOUNT } from '~/trading/accounts/account';
import { openAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { recordFlow } from '~/trading/orders/place';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { clean, copyOf, makeTrader, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { expectExplained } from '../../support/trading/explained';
import { leaderOrders } from '../../support/trading/leaders';

useDatabase();

/** Simulates sixty days of seven copies while other work can run. */
const PATIENCE = 300_000;

/** Sizes that a leader with $100,000 trades. They are leveraged, so that holding costs accrue and copies are closed out. */
const UNITS = {
  BTCUSD: UNITS_PER_WHOLE / 4n,
  XAUUSD: 15n * UNITS_PER_WHOLE,
  EURUSD: 20_000n * UNITS_PER_WHOLE,
  USDJPY: 15_000n * UNITS_PER_WHOLE,
} as const;
const LEVERAGE = { BTCUSD: 2n, XAUUSD: 5n, EURUSD: 10n, USDJPY: 10n };
const MARKETS = Object.keys(UNITS) as (keyof typeof UNITS)[];

async function makeLeader(): Promise<string> {
  const id = await makeTrader({ minimum: 100_00n });
  const at = Math.floor(clock.at.getTime() / SECOND) * SECOND;
  const put = recordFlow(EMPTY_ACCOUNT, 100_000_00n, 'engine', at, 0n);
  const stored = { account: { ...put.account, leverage: LEVERAGE }, memory: null, until: at };
  await write((tx) => openAccount(tx, { id, kind: 'leader', createdAt: clock.at }, stored, [put.order]));
  await write((tx) => tx.update(trader).set({ shareBps: 2_000 }).where(eq(trader.id, id)));
  return id;
}

type Owned = Awaited<ReturnType<typeof start>>;

async function start(leader: string, request: { floorBps?: number; capBps?: number; takeOver?: boolean } = {}) {
  const user = await makeUser({}, { dollars: 20_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader: leader, amount: 2_000_00n, ...request })));
  return { user, id: started.id };
}

/** Pseudo-random numbers, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const catchUp = async () => {
  await runAll(followNextBatch);
  await runAll(endCopiesAtFloor);
  await runAll(releaseBatch);
  await runAll(saveDays);
};

test('all results of copies add up to the cent, over 60 days of copied positions, top-ups, reductions, floors and pauses', {
  timeout: PATIENCE,
}, async () => {
  const leader = await makeLeader();
  const pick = numbers(7);
  const trade = async () => {
    const id = MARKETS[pick(MARKETS.length)] as keyof typeof UNITS;
    const size = BigInt(pick(9) - 4) * UNITS[id];
    // It may be refused for lack of margin or in a closed market.
    if (size !== 0n) await leaderOrders(leader, id, size).catch(() => {});
  };
  // The record starts before the copies, so that there are positions with gains and losses to take over.
  for (let day = 0; day < 6; day += 1) {
    clock.advance(DAY);
    await trade();
  }
  const all: Record<string, Owned> = {
    plain: await start(leader),
    fresh: await start(leader, { takeOver: false }),
    moving: await start(leader),
    tight: await start(leader, { floorBps: 9_500 }),
    capped: await start(leader, { capBps: 2_000 }),
    paused: await start(leader),
  };
  const { moving, paused } = all as Record<'moving' | 'paused', Owned>;
  const poll = async () => {
    await catchUp();
    for (const { user, id } of Object.values(all)) await expectExplained(user.id, id);
  };
  for (let day = 1; day <= 60; day += 1) {
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(9 * HOUR + pick(3 * 3_600) * SECOND);
      await trade();
    }
    if (day % 7 === 0) await write((tx) => topUpCopy(tx, moving.user, { id: moving.id, amount: 300_00n }));
    if (day % 11 === 0) await write((tx) => reduceCopy(tx, moving.user, { id: moving.id, amount: 250_00n }));
    if (day % 20 === 5) await write((tx) => pauseCopy(tx, paused.user, paused.id));
    if (day % 20 === 12) await write((tx) => resumeCopy(tx, paused.user, paused.id));
    if (day === 25) all.later = await start(leader, { floorBps: 9_000 });
    if (day === 30) {
      await trades(leader, 80);
      await mirrorAll();
    }
    if (day % 20 === 0) await poll();
    else if (day % 4 === 0) await catchUp();
  }
  expect((await copyOf((all.tight as Owned).id)).status).toBe('stopped');
  for (const { user, id } of Object.values(all)) await write((tx) => stopCopy(tx, user, id));
  clock.advance(4 * DAY);
  await poll();
  for (const { user, id } of Object.values(all)) {
    expect((await copyOf(id)).status).toBe('stopped');
    // An ended copy has no open positions.
    expect(await loadCopyWithTrades(user.id, id, 1)).toMatchObject({ open: 0 });
  }
  await clean();
});
