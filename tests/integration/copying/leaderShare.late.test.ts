import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { leaderShare, notification, tradingAccount } from '#drizzle/schema';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { custody, reserve } from '~/ledger/chartOfAccounts';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { HOUR, MINUTE, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { simulatedFeed } from '~/trading/market';
import { createPrices } from '~/trading/prices/prices';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { postAct } from '../../support/people/announcedEntries';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeCopied } from '../../support/trading/copied';
import { clean, copyOf, runAll } from '../../support/trading/copies';

/* Share of a leader in profits that the market reserve could not pay before the copy ended. */
useDatabase();

let leader: User;
let user: User;
beforeEach(async () => {
  await prepareInstallation();
  leader = await makeCopied();
  await setShare('20');
  user = await makeUser({}, { dollars: 10_000 });
});

async function setShare(share: string): Promise<void> {
  const admin = createAdminActor((await makeAdmin()).id);
  const form = { firstname: 'Ann', lastname: 'Lee', nationality: 'Malta', minimumcapital: 100_00n, capital: 1_000_00n };
  const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
  expect((await write((tx) => updateTrader(tx, admin, leader.id, { ...form, ...declared, share }))).ok).toBe(true);
}

async function start(): Promise<string> {
  const started = must(await write((tx) => startCopy(tx, user, { trader: leader.id, amount: 1_000_00n })));
  return started.id;
}

const runJobs = async () => {
  for (const { run } of copyJobs) await runAll(run);
};

/** Enters a result, in cents per $1,000 of a copy. */
async function gains(cents: bigint): Promise<void> {
  clock.advance(MINUTE);
  const amount = cents < 0n ? -cents : cents;
  const entry = {
    id: leader.id,
    pair: 'EUR/USD',
    amount,
    tradeType: cents < 0n ? 'loss' : 'profit',
    date: '',
  } as const;
  expect((await write((tx) => recordTrade(tx, SYSTEM_ACTOR, entry))).ok).toBe(true);
  await runJobs();
}

async function leaveInMarketReserve(cents: bigint): Promise<void> {
  const difference = (await balance(read(), reserve.market.code)) - cents;
  const [debit, credit, kind] =
    difference > 0n
      ? [reserve.market, custody('manual'), 'reserve-taken-back' as const]
      : [custody('manual'), reserve.market, 'reserve-funded' as const];
  const amount = difference > 0n ? difference : -difference;
  const entry = { kind, ref: newId(), actor: 'system', effectiveAt: now(), legs: [{ debit, credit, amount }] };
  await write((tx) => postAct(tx, entry));
}

const availableOf = async ({ id }: User) => (await readBalances(read(), id)).available;
const stop = (id: string) => write((tx) => stopCopy(tx, user, id));
const shares = () => read().select().from(leaderShare);

test('a waiting manual profit is shared as it arrives, after its copy’s loss is made good, though another copy has started', async () => {
  const id = await start();
  await gains(-100_00n);
  await leaveInMarketReserve(0n);
  // A fifth of $1,000, earned on the remaining $900, in two results of one day.
  await gains(100_00n);
  await gains(100_00n);
  const before = await availableOf(leader);
  expect((await stop(id)).ok).toBe(true);
  expect([await availableOf(user), (await shares()).length]).toEqual([9_900_00n, 0]);
  // The waiting profits will offset the loss, so the next copy does not start with it.
  const next = await start();
  expect((await copyOf(next)).highWaterMark).toBe(1_000_00n);
  clock.advance(MINUTE);
  await leaveInMarketReserve(1_000_00n);
  await runJobs();
  expect(await shares()).toMatchObject([{ copyId: id, cause: 'stop', amount: 16_00n, markBefore: 100_00n }]);
  expect(await availableOf(leader)).toBe(before + 16_00n);
  expect(await availableOf(user)).toBe(8_900_00n + 180_00n - 16_00n);
  expect(await copyOf(id)).toMatchObject({ result: 64_00n, contributed: -64_00n, highWaterMark: 0n });
  await clean();
});

test('a waiting profit of positions is shared as it arrives', async () => {
  const id = await start();
  const prices = createPrices(simulatedFeed());
  const at = clock.at.getTime();
  const rises = prices.at('BTCUSD', at + HOUR) > prices.at('BTCUSD', at);
  const order = { symbol: 'BTCUSD', size: '0.05', type: 'market' } as const;
  const [open, close] = rises ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  expect((await write((tx) => giveOrder(tx, leader, { ...order, side: open }))).ok).toBe(true);
  clock.advance(HOUR);
  await leaveInMarketReserve(0n);
  await write((tx) => giveOrder(tx, leader, { ...order, side: close }));
  clock.advance(MINUTE);
  await runJobs();
  expect((await stop(id)).ok).toBe(true);
  const [account] = await read().select().from(tradingAccount).where(eq(tradingAccount.id, id));
  const waited = account?.waitingProfit ?? 0n;
  expect(waited > 0n).toBe(true);
  expect([await availableOf(user), await shares()]).toEqual([10_000_00n, []]);
  clock.advance(MINUTE);
  await leaveInMarketReserve(1_000_00n);
  await runJobs();
  const share = (waited * 20n) / 100n;
  expect(await shares()).toMatchObject([{ copyId: id, cause: 'stop', amount: share }]);
  expect(await availableOf(user)).toBe(10_000_00n + waited - share);
  await clean();
});

test('owners of running copies are notified of another share, once, and that theirs stays', async () => {
  const [id, other] = [await start(), await makeUser({}, { dollars: 10_000 })];
  const ended = await write((tx) => startCopy(tx, other, { trader: leader.id, amount: 1_000_00n }));
  await write((tx) => stopCopy(tx, other, ended.ok ? ended.value.id : ''));
  await setShare('30');
  const readState = (await read().select().from(notification)).filter(({ text }) => text.includes('asks new copies'));
  expect(readState).toMatchObject([
    {
      userId: user.id,
      href: `/usercopytrade/${id}`,
      text: 'Ann Lee now asks new copies for 30% of new profits. Yours stays at 20% until you agree.',
    },
  ]);
});
