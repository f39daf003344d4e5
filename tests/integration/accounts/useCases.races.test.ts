// On both engines: two transactions at once.
import { and, eq, gt, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  administrator,
  copy,
  file,
  leaderRequest,
  plan,
  rankBonus,
  session,
  staffInvitation,
  trader,
  user as userTable,
  watchedTrader,
} from '#drizzle/schema';
import { provisionalUsername } from '~/features/auth/signUp/usernames.server';
import { askToBeCopied } from '~/features/beingCopied/askToBeCopied.server';
import { pauseCopy } from '~/features/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copy/lifecycle/startCopy.server';
import { RUNNING } from '~/features/copy/states';
import { putIntoTrading } from '~/features/liveTrading/moneyInTrading.server';
import { giveOrder } from '~/features/liveTrading/ownOrders.server';
import { closeAccount } from '~/features/profile';
import { EVERYWHERE } from '~/features/profile/schema';
import { changeRole } from '~/features/staff/changeStaff.server';
import { inviteAdministrator } from '~/features/staff/invitations.server';
import { openThread } from '~/features/support/writeToSupport.server';
import { watchTrader } from '~/features/traders/list/watch.server';
import { setVerified } from '~/features/users';
import { submitDeposit } from '~/features/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/wallet/withdrawals/requestWithdrawal.server';
import { balancesOf } from '~/ledger/reading/statement.server';
import { now, systemNow } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { settleInstallation } from '~/platform/installation/index.server';
import type { Result } from '~/platform/result';
import { byAdmin, byInvestor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { startSession } from '~/signIns/session.server';
import { savedAccount } from '~/trading/accounts/accounts.server';
import { waitingToOpen } from '~/trading/orders/place';
import { onPostgres, useDatabase } from '../../support/database';
import { someOf } from '../../support/depth';
import { approvedPapers } from '../../support/people/bonuses';
import { makeAdmin, makeUser } from '../../support/people/people';
import { race } from '../../support/race';
import { makeCopied } from '../../support/trading/copied';
import { clean, makeTrader } from '../../support/trading/copies';
import { giveRecord } from '../../support/trading/ownTrading';
import { giveNewKey } from '../../support/trading/signalKeys';
import { type Run, runsOfUseCases } from '../../support/useCases';

/*
 * Each use-case of an investor at the same time as the closing of their account, as two processes do both, either one first: whatever
 * comes of it, in a closed account nothing goes on that closing ends.
 */
useDatabase();

let runs: Map<string, Run>;
beforeAll(async () => {
  runs = await runsOfUseCases();
});

async function must<T>(work: (tx: Handle) => Promise<Result<T>>): Promise<T> {
  const done = await write(work);
  if (!done.ok) throw new Error(done.error.message);
  return done.value;
}

const rich = () => makeUser({ pdtUnlocked: true, country: 'Malta' }, { dollars: 20_000 });
const BTC = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const LIMIT = { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'limit', price: '100' } as const;

async function upload(user: User, purpose: 'document' | 'picture'): Promise<string> {
  const id = newId();
  const stored = { name: 'a.png', type: 'image/png', bytes: 1, sha256: id, storageKey: id, createdAt: now() };
  await write((tx) => tx.insert(file).values({ id, ownerId: user.id, purpose, ...stored }));
  return id;
}

/** A copy, of twice the least that its trader takes; its id and the trader's. */
async function copying(user: User, { byOrders = false } = {}) {
  const leader = await makeTrader();
  if (byOrders) await giveNewKey(byAdmin((await makeAdmin()).id), leader);
  const { id } = await must((tx) => startCopy(tx, user, { trader: leader, amount: 2_000_00n }));
  return { id, leader };
}

/** Money in own trading, and with `order` an order of it. */
async function trading(user: User, order?: Parameters<typeof giveOrder>[2]): Promise<void> {
  await must((tx) => putIntoTrading(tx, user, 5_000_00n));
  if (order) await must((tx) => giveOrder(tx, user, order));
}

const itself = (user: User) => ({ userId: user.id, reason: 'to try', typedEmail: user.email });

/**
 * What has to be there for a use-case, and what it is then asked with. `tests/architecture/useCases.test.ts` fails for one without an
 * example.
 */
const EXAMPLES: Record<string, (user: User) => Promise<unknown[]>> = {
  'auth chooseUsername': async (user) => {
    const username = provisionalUsername();
    await write((tx) => tx.update(userTable).set({ username, usernameKey: username }).where(eq(userTable.id, user.id)));
    return [`n${newId().slice(-8)}`];
  },
  'auth freezeAccount': async (user) => [itself(user)],
  'beingCopied askToBeCopied': async (user) => {
    await giveRecord(user);
    return [{ minimum: 100_00n }];
  },
  'beingCopied takeBackLeaderRequest': async (user) => {
    await giveRecord(user);
    await must((tx) => askToBeCopied(tx, user, { minimum: 100_00n }));
    return [];
  },
  'beingCopied stopBeingCopied': async () => [],
  'copy agreeShare': async (user) => {
    const { id, leader } = await copying(user);
    await write((tx) => tx.update(trader).set({ shareBps: 1_000 }).where(eq(trader.id, leader)));
    return [{ id, shareBps: 1_000 }];
  },
  'copy limitDaySpread': async (user) => [{ id: (await copying(user, { byOrders: true })).id, daySpreadBps: 50 }],
  'copy pauseCopy': async (user) => [(await copying(user)).id],
  'copy reduceCopy': async (user) => [{ id: (await copying(user)).id, amount: 10_00n }],
  'copy resumeCopy': async (user) => {
    const { id } = await copying(user);
    await must((tx) => pauseCopy(tx, user, id));
    return [id];
  },
  'copy startCopy': async () => [{ trader: await makeTrader(), amount: 1_000_00n }],
  'copy stopCopy': async (user) => [(await copying(user)).id],
  'copy topUpCopy': async (user) => [{ id: (await copying(user)).id, amount: 10_00n }],
  'kyc sendPaper': async (user) => {
    await approvedPapers(user, { status: 'rejected', endedBy: 'ask-again', paperWanted: 'selfieFileId' });
    return [{ document: await upload(user, 'document') }];
  },
  'kyc submitKyc': async (user) => {
    const papers = { firstName: 'Ann', lastName: 'Lee', email: user.email, country: 'Malta', state: 'Gozo' };
    return [{ ...papers, postalCode: 'N1', address: '1 High Street', document: await upload(user, 'document') }];
  },
  'support openThread': async () => [{ kind: 'question', subject: 'A question', message: 'How?' }],
  'support writeInThread': async (user) => {
    const asked = { kind: 'question', subject: 'A question', message: 'How?' } as const;
    const { id } = (await must((tx) => openThread(tx, user, asked))) as { id: string };
    return [{ id, message: 'And when?' }];
  },
  'liveTrading amendOwnPosition': async (user) => {
    await trading(user, { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'market' });
    return [{ symbol: 'BTCUSD', stop: '1' }];
  },
  'liveTrading cancelOwnOrder': async (user) => {
    await trading(user, LIMIT);
    return [1];
  },
  'liveTrading closeOwnPosition': async (user) => {
    await trading(user, { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'market' });
    return [{ symbol: 'BTCUSD' }];
  },
  'liveTrading giveOrder': async (user) => {
    await trading(user);
    return [LIMIT];
  },
  'liveTrading putIntoTrading': async () => [100_00n],
  'liveTrading takeOutOfTrading': async (user) => {
    await trading(user);
    return [100_00n];
  },
  'plans openInvestment': async () => {
    const [offered] = await read().select().from(plan).where(eq(plan.enabled, true));
    return [{ plan: offered?.id, amount: offered?.minimum }];
  },
  'profile closeAccount': async (user) => [itself(user)],
  'profile endSignIn': async () => [EVERYWHERE],
  'profile updateProfile': async (user) => [{ firstname: 'Bea', profilepicture: await upload(user, 'picture') }],
  'ranking claimRankBonus': async (user) => {
    const row = { id: newId(), userId: user.id, rank: 'silver', amount: 50_00n, status: 'claimable' } as const;
    await write((tx) => tx.insert(rankBonus).values({ ...row, createdAt: now(), dueAt: now() }));
    return [{ rank: 'silver' }];
  },
  'traders setTraderState': async (user) => [user.id, 'retire'],
  'traders unwatchTrader': async (user) => {
    const leader = await makeTrader();
    await must((tx) => watchTrader(tx, user, leader));
    return [leader];
  },
  'traders watchTrader': async () => [await makeTrader()],
  'wallet cancelDeposit': async (user) => [
    (await must((tx) => submitDeposit(tx, user, { method: 'ETH', amount: 100_00n, proof: null }))).id,
  ],
  'wallet cancelWithdrawal': async (user) => [
    (await must((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount: 100_00n, wallet: BTC }))).id,
  ],
  'wallet proveDeposit': async (user) => {
    const { id } = await must((tx) => submitDeposit(tx, user, { method: 'ETH', amount: 100_00n, proof: null }));
    return [{ id, transactionId: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16' }];
  },
  'wallet requestWithdrawal': async () => [{ method: 'BTC', amount: 100_00n, wallet: BTC }],
  'wallet submitDeposit': async () => [{ method: 'ETH', amount: 100_00n, proof: null }],
  'wallet takePracticeMoney': async () => [],
};

/** Whose account an example needs to be copied already. */
const COPIED = ['beingCopied stopBeingCopied', 'traders setTraderState'];

/** What goes on in an account; closing ends all of it. */
async function goingOn({ id }: User) {
  const own = await savedAccount(read(), id);
  const [known] = await read().select().from(userTable).where(eq(userTable.id, id));
  const of = async (rows: PromiseLike<unknown[]>) => (await rows).length;
  const { allocated, trading } = await balancesOf(read(), id);
  return {
    status: known?.status,
    copies: await of(
      read()
        .select()
        .from(copy)
        .where(and(eq(copy.userId, id), inArray(copy.status, RUNNING))),
    ),
    inCopies: allocated,
    trading,
    orders: own?.account.waiting.length ?? 0,
    positions: Object.keys(own?.account.positions ?? {}).length,
    copied: await of(
      read()
        .select()
        .from(trader)
        .where(and(eq(trader.ownerUserId, id), inArray(trader.status, ['open', 'paused']))),
    ),
    asks: await of(
      read()
        .select()
        .from(leaderRequest)
        .where(and(eq(leaderRequest.userId, id), eq(leaderRequest.status, 'waiting'))),
    ),
    watched: await of(read().select().from(watchedTrader).where(eq(watchedTrader.userId, id))),
    // The token of a call stays known after its end, so that the call can say what became of the account.
    signIns: await of(
      read()
        .select()
        .from(session)
        .where(and(eq(session.subjectId, id), gt(session.expiresAt, systemNow()))),
    ),
    picture: known?.pictureFileId ?? null,
  };
}

const NOTHING = {
  status: 'closed',
  copies: 0,
  inCopies: 0n,
  trading: 0n,
  orders: 0,
  positions: 0,
  copied: 0,
  asks: 0,
  watched: 0,
  signIns: 0,
  picture: null,
};

// Two transactions at once are PostgreSQL's; SQLite's run one after the other, so its short run tries some.
const tried = onPostgres ? Object.keys(EXAMPLES) : someOf(Object.keys(EXAMPLES));

test.each(tried)('%s and the closing of the account, at once, leave nothing that goes on', async (key) => {
  await settleInstallation();
  const admin = byAdmin((await makeAdmin()).id);
  for (const first of ['use-case', 'closing'] as const) {
    const user = COPIED.includes(key) ? await makeCopied() : await rich();
    const asked = (await EXAMPLES[key]?.(user)) ?? [];
    // A browser and a program that are signed in.
    for (const kind of ['investor', 'api'] as const) {
      await write((tx) => startSession(tx, { kind, subjectId: user.id }));
    }
    const act = (tx: Handle) => (runs.get(key) as Run)(tx, { ...user, ...byInvestor(user.id) }, ...asked);
    const close = (tx: Handle) => closeAccount(tx, admin, itself(user));
    const [acted, closed] =
      first === 'use-case'
        ? await race(act, close).then((each) => {
            // Alone it is done, so the example is right.
            expect(each.tried).toMatchObject({ ok: true });
            return [each.first, each.second];
          })
        : await race(close, act).then((each) => [each.second, each.first]);
    if (key !== 'profile closeAccount') expect(closed).toMatchObject({ ok: true });
    expect(acted?.ok || acted?.error?.code).toSatisfy((came) => [true, 'closed', 'wrong-state'].includes(came));
    expect([first, await goingOn(user)]).toEqual([first, NOTHING]);
  }
  await clean();
});

test('an order and the lock of live trading, at once, leave none that waits to open something', async () => {
  await settleInstallation();
  const admin = byAdmin((await makeAdmin()).id);
  for (const first of ['order', 'lock'] as const) {
    const user = await rich();
    await trading(user);
    const order = (tx: Handle) => giveOrder(tx, user, LIMIT);
    const lock = (tx: Handle) => setVerified(tx, admin, { userId: user.id, verified: false });
    await (first === 'order' ? race(order, lock) : race(lock, order));
    const kept = await savedAccount(read(), user.id);
    expect([first, kept && waitingToOpen(kept.account)]).toEqual([first, []]);
  }
});

test('an invitation and another role of whoever sends it, at once, leave none that is open', async () => {
  const admin = byAdmin((await makeAdmin()).id);
  for (const first of ['invitation', 'role'] as const) {
    const bob = byAdmin((await makeAdmin()).id);
    const email = `${newId()}@example.com`;
    const invite = (tx: Handle) => inviteAdministrator(tx, bob, { name: 'Bea', email, role: 'superadmin' });
    const demote = (tx: Handle) => changeRole(tx, admin, { id: bob.id, role: 'support', reason: 'Another desk' });
    await (first === 'invitation' ? race(invite, demote) : race(demote, invite));
    const [bobNow] = await read().select().from(administrator).where(eq(administrator.id, bob.id));
    const sent = and(eq(staffInvitation.invitedBy, bob.id), eq(staffInvitation.status, 'open'));
    expect([bobNow?.role, await read().select().from(staffInvitation).where(sent)]).toEqual(['support', []]);
  }
});
