import { eq } from 'drizzle-orm';
import { file, plan, rankBonus, trader, user as userTable, webhook } from '#drizzle/schema';
import { submitLeaderRequest } from '~/features/copying/beingCopied/submitLeaderRequest.server';
import { pauseCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { watchTrader } from '~/features/copying/traders/list/watch.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { createProvisionalUsername } from '~/features/people/auth/signUp/usernames.server';
import { ALL_SESSIONS } from '~/features/people/profile/schema';
import { openThread } from '~/features/people/support/writeToSupport.server';
import { createWebhook, testWebhook } from '~/features/site/webhooks/webhooks.server';
import { now, systemNow } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Result } from '~/platform/result';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { createApiKey, findValidKeys } from '~/signIns/apiKeys.server';
import type { User } from '~/signIns/session.server';
import { makeTrader } from '../trading/copies';
import { giveRecord } from '../trading/ownTrading';
import { giveNewKey } from '../trading/signalKeys';
import { approvedDocuments } from './bonuses';
import { makeAdmin, makeUser } from './people';

/** Runs a use case that must succeed, and returns its value. */
export async function must<T>(work: (tx: Handle) => Promise<Result<T>>): Promise<T> {
  const done = await write(work);
  if (!done.ok) throw new Error(done.error.message);
  return done.value;
}

/** Creates an investor with $20,000 and live trading unlocked. */
export const rich = () => makeUser({ pdtUnlocked: true, country: 'Malta' }, { dollars: 20_000 });
const BTC = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
/** Order at a price that no market reaches. */
export const LIMIT = { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'limit', price: '100' } as const;

async function upload(user: User, purpose: 'document' | 'picture'): Promise<string> {
  const id = newId();
  const stored = { name: 'a.png', type: 'image/png', bytes: 1, sha256: id, storageKey: id, createdAt: now() };
  await write((tx) => tx.insert(file).values({ id, ownerId: user.id, purpose, ...stored }));
  return id;
}

/** Starts a copy of twice the minimum of its trader; returns its ID and the trader's. */
async function copying(user: User, { byOrders = false } = {}) {
  const leader = await makeTrader();
  if (byOrders) await giveNewKey(createAdminActor((await makeAdmin()).id), leader);
  const { id } = await must((tx) => startCopy(tx, user, { trader: leader, amount: 2_000_00n }));
  return { id, leader };
}

/** Moves money to own trading, and places `order` if there is one. */
export async function trading(user: User, order?: Parameters<typeof giveOrder>[2]): Promise<void> {
  await must((tx) => putIntoTrading(tx, user, 5_000_00n));
  if (order) await must((tx) => giveOrder(tx, user, order));
}

/** Returns the input of an act on the investor's own account. */
export const itself = (user: User) => ({ userId: user.id, reason: 'to try', submittedEmail: user.email });

const HOOK = { url: 'https://hooks.example.com/', kinds: ['deposit'] as const };
const aWebhook = (user: User) => must((tx) => createWebhook(tx, createInvestorActor(user.id), HOOK));

/** Example input of each investor's use case, by its key; `tests/architecture/useCases.test.ts` requires one for each. */
export const EXAMPLES: Record<string, (user: User) => Promise<unknown[]>> = {
  'apiKeys createInvestorKey': async () => [{ name: 'A test', scopes: ['read'], wallets: [], from: [], days: 30 }],
  'apiKeys revokeApiKey': async (user) => {
    await write((tx) =>
      createApiKey(tx, user.id, { name: 'A test', scopes: ['read'], wallets: [], from: [], days: 30 }),
    );
    return [(await findValidKeys(read(), user.id))[0]?.id];
  },
  'auth chooseUsername': async (user) => {
    const username = createProvisionalUsername();
    await write((tx) => tx.update(userTable).set({ username, usernameKey: username }).where(eq(userTable.id, user.id)));
    return [`n${newId().slice(-8)}`];
  },
  'auth freezeAccount': async (user) => [itself(user)],
  'beingCopied submitLeaderRequest': async (user) => {
    await giveRecord(user);
    return [{ minimum: 100_00n }];
  },
  'beingCopied withdrawLeaderRequest': async (user) => {
    await giveRecord(user);
    await must((tx) => submitLeaderRequest(tx, user, { minimum: 100_00n }));
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
  'kyc submitDocument': async (user) => {
    await approvedDocuments(user, { status: 'rejected', endedBy: 'ask-again', paperWanted: 'selfieFileId' });
    return [{ document: await upload(user, 'document') }];
  },
  'kyc submitKyc': async (user) => {
    const documents = { firstName: 'Ann', lastName: 'Lee', email: user.email, country: 'Malta', state: 'Gozo' };
    return [{ ...documents, postalCode: 'N1', address: '1 High Street', document: await upload(user, 'document') }];
  },
  'support openThread': async () => [{ kind: 'question', subject: 'A question', message: 'How?' }],
  'support writeInThread': async (user) => {
    const request = { kind: 'question', subject: 'A question', message: 'How?' } as const;
    const { id } = (await must((tx) => openThread(tx, user, request))) as { id: string };
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
  'liveTrading withdrawFromTrading': async (user) => {
    await trading(user);
    return [100_00n];
  },
  'plans openInvestment': async () => {
    const [offered] = await read().select().from(plan).where(eq(plan.enabled, true));
    return [{ plan: offered?.id, amount: offered?.minimum }];
  },
  'profile closeAccount': async (user) => [itself(user)],
  'profile endSignIn': async () => [ALL_SESSIONS],
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
  'wallet claimPracticeMoney': async () => [],
  'webhooks createWebhook': async () => [HOOK],
  'webhooks removeWebhook': async (user) => [(await aWebhook(user)).id],
  'webhooks replayDelivery': async (user) => {
    const { id } = await aWebhook(user);
    return [(await must((tx) => testWebhook(tx, createInvestorActor(user.id), id))).id];
  },
  'webhooks resumeWebhook': async (user) => {
    const { id } = await aWebhook(user);
    await write((tx) => tx.update(webhook).set({ disabledAt: systemNow() }).where(eq(webhook.id, id)));
    return [id];
  },
  'webhooks testWebhook': async (user) => [(await aWebhook(user)).id],
};

/** Use cases of an investor who is copied already. */
export const COPIED = ['beingCopied stopBeingCopied', 'traders setTraderState'];
