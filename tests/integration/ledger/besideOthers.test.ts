// On both engines: pairs of concurrent acts (`WriteLocks`), as two processes would run them.
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deposit, plan, rankBonus, referralBonus, tradingAccount } from '#drizzle/schema';
import { getOwnerLocks } from '~/features/backoffice/reviewQueue/decisionLocks.server';
import { holdItem } from '~/features/backoffice/reviewQueue/marks.server';
import { getCopyLocks } from '~/features/copying/copy/copyLocks.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { closeOwnPosition, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { payWaitingProfits } from '~/features/copying/settlement/settle.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { computeSumsWith } from '~/features/money/wallet/acts/limits.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { custody, reserve, trading } from '~/ledger/chartOfAccounts';
import type { JournalEntry } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { balance } from '~/ledger/reading/statement.server';
import { DAY } from '~/platform/clock';
import { type Handle, read, type WriteLocks, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { TRIES_BEFORE_WAITING } from '~/signIns/signInLimits';
import { countAttempt } from '~/signIns/throttle.server';
import { simulatedFeed } from '~/trading/market';
import { createPrices } from '~/trading/prices/prices';
import { clock, useDatabase } from '../../support/database';
import { postAct } from '../../support/people/announcedEntries';
import { liveTerms, refer } from '../../support/people/bonuses';
import { itself, must, rich } from '../../support/people/investorActs';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';
import { race } from '../../support/race';
import { setSetting } from '../../support/settings';
import { makeTrader } from '../../support/trading/copies';
import { transactionOf } from '../../support/transactionIds';

useDatabase();
beforeEach(prepareInstallation);

const prices = createPrices(simulatedFeed());
const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const own = ({ id }: User): WriteLocks => ({ users: [id] });

/** One of two concurrent acts, with its locks. */
type Side = { act: (tx: Handle) => Promise<Result<unknown>>; locks?: WriteLocks };

/** Two concurrent acts, and the code of the second act's refusal; null if both succeed. `check` asserts the outcome. */
type Raced = { first: Side; second: Side; refused: string | null; check?: () => Promise<void> };

const withdraw = (user: User, amount: bigint): Side => ({
  act: (tx) => requestWithdrawal(tx, user, { method: 'BTC', amount, wallet: WALLET }),
  locks: own(user),
});
const listener = (user: User): Side => ({
  act: (tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null }),
  locks: own(user),
});
const invest = (user: User, of: { id: string }, amount: bigint): Side => ({
  act: (tx) => openInvestment(tx, user, { plan: of.id, amount }),
  locks: own(user),
});
const copyOf = (user: User, leader: string, amount: bigint): Side => ({
  act: (tx) => startCopy(tx, user, { trader: leader, amount }),
  locks: getCopyLocks(user.id, leader),
});

const pending = (user: User, method = 'BTC') =>
  must((tx) => submitDeposit(tx, user, { method, amount: 1_000_00n, proof: null }));

type Seen = { method?: string; transactionId?: string };

/** An administrator approves an announced deposit of $1,000. */
async function approve(user: User, { method, ...seen }: Seen = {}): Promise<Side & { id: string }> {
  const [{ id }, admin] = [await pending(user, method), await makeAdmin()];
  const act = (tx: Handle) => approveDeposit(tx, createAdminActor(admin.id), id, 1_000_00n, undefined, seen);
  return { id, act, locks: await getOwnerLocks(deposit, [id]) };
}

/** User with a profit of own trading, in cents, that waits for the market reserve. */
async function withProfitWaiting(): Promise<{ user: User; waits: bigint }> {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 20_000 });
  await must((tx) => putIntoTrading(tx, user, 10_000_00n));
  const from = clock.at.getTime();
  const mid = prices.at('BTCUSD', from);
  const up = prices.reach('BTCUSD', 'up', (mid * 101n) / 100n, from, from + 30 * DAY);
  const down = prices.reach('BTCUSD', 'down', (mid * 99n) / 100n, from, from + 30 * DAY);
  const [side, at] = up !== null && (down === null || up < down) ? (['buy', up] as const) : (['sell', down] as const);
  await must((tx) => giveOrder(tx, user, { symbol: 'BTCUSD', side, size: '0.05', type: 'market' }));
  clock.set(new Date(at as number));
  await must((tx) => closeOwnPosition(tx, user, { symbol: 'BTCUSD' }));
  const [row] = await read().select().from(tradingAccount).where(eq(tradingAccount.id, user.id));
  return { user, waits: row?.waitingProfit ?? 0n };
}

async function planOnSale() {
  const [found] = await read().select().from(plan).where(eq(plan.enabled, true)).orderBy(plan.minimum);
  if (!found) throw new Error('No plan is on sale');
  return found;
}

/** Rules that read before they write, each with two acts that would violate it together. */
const RULES: Record<string, () => Promise<Raced>> = {
  'a balance is spent once': async () => {
    const user = await makeUser({ country: 'Malta' }, { dollars: 150 });
    return { first: withdraw(user, 100_00n), second: withdraw(user, 100_00n), refused: 'insufficient-funds' };
  },
  'a balance is spent once, for two things': async () => {
    const user = await makeUser({ country: 'Malta', pdtUnlocked: true }, { dollars: 150 });
    const put: Side = {
      act: (tx) => putIntoTrading(tx, user, 100_00n),
      locks: { users: [user.id], traders: [user.id] },
    };
    return { first: withdraw(user, 100_00n), second: put, refused: 'insufficient-funds' };
  },
  'so many requests of an account wait': async () => {
    const user = await rich();
    for (let n = 1; n < env().LIMITS.openRequestsPerAccount; n++) await must(listener(user).act);
    return { first: listener(user), second: listener(user), refused: 'too-many-open' };
  },
  'the reserve covers each promise': async () => {
    const offered = await planOnSale();
    const [one, other] = [await rich(), await rich()];
    const total = (offered.minimum * BigInt(offered.dailyBps) * BigInt(offered.days)) / 10_000n;
    await setSetting('plan-share-bps', 10_000);
    await leaveInReserve(total + total / 2n);
    return {
      first: invest(one, offered, offered.minimum),
      second: invest(other, offered, offered.minimum),
      refused: 'short-reserve',
    };
  },
  'copies of a trader hold no more than they may': async () => {
    const leader = await makeTrader();
    await setSetting('trader-copies-most', 3_000_00);
    const [one, other] = [await rich(), await rich()];
    return { first: copyOf(one, leader, 2_000_00n), second: copyOf(other, leader, 2_000_00n), refused: 'trader-full' };
  },
  'no two pending deposits of a method end alike': async () => {
    // The digits are derived from the user, so one user without a lock on their row represents two.
    const user = await rich();
    return { first: listener(user), second: { ...listener(user), locks: { users: [] } }, refused: null };
  },
  'a copy that has stopped takes no more': async () => {
    const [user, leader] = [await rich(), await makeTrader()];
    const { id } = await must((tx) => startCopy(tx, user, { trader: leader, amount: 2_000_00n }));
    const locks = getCopyLocks(user.id, leader);
    return {
      first: { act: (tx) => stopCopy(tx, user, id), locks },
      second: { act: (tx) => topUpCopy(tx, user, { id, amount: 100_00n }), locks },
      refused: 'wrong-state',
    };
  },
  'a thing on hold is not decided': async () => {
    const decision = await approve(await makeUser());
    const held = { id: decision.id, reason: 'The bank asks', shouldNotify: false };
    const by = createAdminActor((await makeAdmin()).id);
    return {
      first: { act: (tx) => holdItem(tx, by, DEPOSITS, held), locks: decision.locks },
      second: decision,
      refused: 'held',
    };
  },
  'an administrator alone approves no more in a day than the limit': async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const limited = async (user: User): Promise<Side> => {
      const { id } = await pending(user);
      const act = async (tx: Handle) => {
        const sums = await computeSumsWith(tx, by, { kind: 'deposit', userId: user.id, amount: 1_000_00n });
        return sums.day > 1_500_00n ? refuse('takes-two', 'Above the limit') : approveDeposit(tx, by, id, 1_000_00n);
      };
      return { act, locks: await getOwnerLocks(deposit, [id]) };
    };
    return {
      first: await limited(await makeUser()),
      second: await limited(await makeUser()),
      refused: 'takes-two',
    };
  },
  'a transaction is not credited beside one of its outputs': async () => ({
    first: await approve(await makeUser(), { transactionId: `${transactionOf('one')}:1` }),
    second: await approve(await makeUser(), { transactionId: transactionOf('one') }),
    refused: 'reference-used',
  }),
  'a rank brings its bonus once a person': async () => ({
    first: await approve(await makeUser({ email: 'ann+one@example.com' })),
    second: await approve(await makeUser({ email: 'ann+two@example.com' }), { method: 'ETH' }),
    refused: null,
    check: async () => expect(await read().select().from(rankBonus)).toHaveLength(1),
  }),
  'referral bonuses of a person stay within the cap of the month': async () => {
    await liveTerms({ 'holding-days': 0, 'referral-month-cap': 75_00, 'referral-bonus-bps': 500 });
    const referred = async (email: string, method: string) => {
      const [user, referrer] = [await makeUser(), await makeUser({ email })];
      await refer(user, referrer.id);
      return await approve(user, { method });
    };
    return {
      first: await referred('ann+one@example.com', 'BTC'),
      second: await referred('ann+two@example.com', 'ETH'),
      refused: null,
      check: async () => {
        const bonuses = await read().select().from(referralBonus).orderBy(referralBonus.amount);
        expect(bonuses.map(({ amount }) => amount)).toEqual([25_00n, 50_00n]);
      },
    };
  },
  'users who referred each other are credited side by side': async () => {
    await liveTerms({ 'holding-days': 0, 'referral-bonus-bps': 500 });
    const [one, other] = [await makeUser(), await makeUser()];
    await refer(one, other.id);
    await refer(other, one.id);
    return { first: await approve(one), second: await approve(other, { method: 'ETH' }), refused: null };
  },
  'the market reserve pays what it holds, and the rest waits': async () => {
    const move = async (legs: JournalEntry['legs'], kind: 'reserve-taken-back' | 'reserve-funded') =>
      await write((tx) => postAct(tx, { kind, ref: newId(), actor: 'system', effectiveAt: clock.at, legs }));
    const amount = await balance(read(), reserve.market.code);
    await move([{ debit: reserve.market, credit: custody('manual'), amount }], 'reserve-taken-back');
    const [one, other] = [await withProfitWaiting(), await withProfitWaiting()];
    const held = one.waits + other.waits / 2n;
    await move([{ debit: custody('manual'), credit: reserve.market, amount: held }], 'reserve-funded');
    const pay = ({ user }: typeof one): Side => ({
      act: async (tx) => done(await payWaitingProfits(tx, [{ id: user.id, ledger: trading(user.id) }])),
      locks: { users: [user.id], traders: [user.id] },
    });
    return {
      first: pay(one),
      second: pay(other),
      refused: null,
      check: async () => {
        expect(await balance(read(), reserve.market.code)).toBe(0n);
        const rows = await read().select({ waits: tradingAccount.waitingProfit }).from(tradingAccount);
        expect(rows.reduce((sum, { waits }) => sum + waits, 0n)).toBe(one.waits + other.waits - held);
      },
    };
  },
  'nothing leaves an account that is frozen': async () => {
    const user = await rich();
    const freeze: Side = { act: (tx) => freezeAccount(tx, createInvestorActor(user.id), itself(user)) };
    return { first: freeze, second: withdraw(user, 100_00n), refused: 'frozen' };
  },
};

test.each(Object.entries(RULES))('%s', async (_rule, prepare) => {
  const { first, second, refused, check } = await prepare();
  const came = await race(first.act, second.act, [first.locks, second.locks]);
  expect(came.first).toMatchObject({ ok: true });
  expect(came.second).toMatchObject(refused ? { ok: false, error: { code: refused } } : { ok: true });
  await check?.();
  const amounts = (await read().select({ units: deposit.coinAmount }).from(deposit)).flatMap(
    ({ units }) => units ?? [],
  );
  expect(new Set(amounts).size).toBe(amounts.length);
  expect((await audit()).findings).toEqual([]);
});

test('tries are counted before they are made, however many come at once', async () => {
  const what = { purpose: 'sign-in', address: '192.0.2.1', account: 'ann@example.com' };
  const waits = await Promise.all(Array.from({ length: 20 }, () => countAttempt(what)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(TRIES_BEFORE_WAITING.both);
});
