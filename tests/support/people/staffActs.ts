import { eq } from 'drizzle-orm';
import { deposit, setting } from '#drizzle/schema';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import { tradeImportSchema } from '~/features/copying/traders/log/tradeCsv';
import { traderFormSchema } from '~/features/copying/traders/schema';
import { fundReserve } from '~/features/money/books/reserves.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { approveDeposit, chargeBackDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { approveWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { getMonth, getPreviousMonth } from '~/ledger/months';
import { readBalances } from '~/ledger/reading/statement.server';
import { after, DAY, now, systemNow } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { type AdminActor, createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { findUser } from '~/signIns/userById.server';
import { must } from '../must';
import { aDuplicate, anUnknownLine, aReceipt } from '../reconciliation/statementLines';
import { makeAsking } from '../trading/copied';
import { makeTrader } from '../trading/copies';
import { transactionOf } from '../transactionIds';
import type { ActName, performAct } from './acts';
import { makeAdmin, makeUser } from './people';
import { restored } from './restored';
import { ownerOf, turnOn } from './secondFactor';

/** Creates two administrators, an investor, reserves, and a trader with a mistyped result. */
export async function people(dollars = 1_000) {
  const [first, second, user] = [await makeAdmin(), await makeAdmin(), await makeUser({}, { dollars })];
  const funded = { amount: 10_000_00n, reason: 'The operator’s own money' };
  for (const reserve of ['free', 'market'] as const) {
    await write((tx) => fundReserve(tx, SYSTEM_ACTOR, { reserve, ...funded }));
  }
  const entry = { id: await aTrader(), pair: 'EUR/USD', amount: 7_00n, tradeType: 'profit', date: '' } as const;
  const recorded = await write((tx) => recordTrade(tx, SYSTEM_ACTOR, entry));
  const mistyped = recorded.ok ? recorded.value.id : '';
  return { mistyped, first, second, user, one: createAdminActor(first.id), two: createAdminActor(second.id) };
}

/** Data that the examples use: two administrators, also as actors, an investor, and the ID of a mistyped result. */
export type StaffPeople = Awaited<ReturnType<typeof people>>;

/** Creates an approved deposit of $50 of which all but $30 is put into a copy. */
async function spent({ user, two }: Pick<StaffPeople, 'user' | 'two'>) {
  const id = await aDeposit(user.id);
  await write((tx) => approveDeposit(tx, two, id, 50_00n, undefined, { coin: 50_000n }));
  const available = (await readBalances(read(), user.id)).available;
  const trader = await aTrader();
  const started = await write((tx) => startCopy(tx, user, { trader, amount: available - 30_00n }));
  if (!started.ok) throw new Error(started.error.message);
  return { deposit: id, copy: started.value.id };
}

/** Creates the deposit and copy of `spent`, and charges the deposit back, so that its owner owes $20. */
async function owing(made: Pick<StaffPeople, 'user' | 'two'>) {
  const had = await spent(made);
  const taken = await write((tx) => chargeBackDeposit(tx, made.two, had.deposit, 'Its sender took it back'));
  if (!taken.ok) throw new Error(taken.error.message);
  return had;
}

/** Examples of all acts of administrators: each function creates the preconditions, and returns the input. */
export const STAFF_ACTS: { [N in ActName]: (made: StaffPeople) => Promise<Parameters<typeof performAct<N>>[3]> } = {
  credit: async ({ user }) => ({ userId: user.id, kind: 'goodwill', amount: 50_00n, reason: 'For the wait' }),
  debit: async ({ user }) => ({ userId: user.id, amount: 50_00n, reason: 'A fee' }),
  profit: async ({ user }) => ({ userId: user.id, amount: 50_00n, reason: 'A good week' }),
  'account-reopen': async ({ user, two }) => ({ userId: await closed(user, two), reason: 'The owner came back' }),
  'account-pay-out': async ({ user, two }) => ({
    userId: await closed(user, two),
    method: 'BTC',
    amount: 100_00n,
    wallet: ELSEWHERE,
    reason: 'The owner wrote with papers',
  }),
  'account-unfreeze': async ({ user, two }) => {
    await write((tx) => freezeAccount(tx, two, { userId: user.id, reason: 'A stranger' }));
    return { userId: user.id, reason: 'Seen in person' };
  },
  'risk-rate': async ({ user }) => ({ userId: user.id, rating: 'high', reason: 'Money from a mixer' }),
  'record-trade': async () => ({ id: await aTrader(), pair: 'EUR/USD', amount: 5_00n, tradeType: 'profit', date: '' }),
  'import-trades': async () =>
    await tradeImportSchema.parseAsync({
      id: await aTrader(),
      text: 'pair,type,amount,date\nEUR/USD,profit,5,2026-03-01',
    }),
  'void-trade': async ({ mistyped }) => ({ trade: mistyped, reason: 'Mistyped', date: '' }),
  'complete-log': async () => ({ trader: await aTrader(), until: '' }),
  'reserve-fund': async () => ({ reserve: 'free', amount: 50_00n, reason: 'More plans' }),
  'reserve-take-back': async () => ({ reserve: 'free', amount: 50_00n, reason: 'Home' }),
  'statement-book': async () => ({ id: await anUnknownLine(), as: 'own', amount: 50_00n, reason: 'Our own' }),
  'statement-correct': async ({ user, two }) => {
    const id = await aDeposit(user.id);
    await write((tx) => approveDeposit(tx, two, id, 50_00n, undefined, { coin: 50_000n }));
    return { id: await anUnknownLine(), deposit: id, amount: 40_00n, reason: 'Mistyped' };
  },
  'statement-elsewhere': async ({ user, two }) => {
    const id = await aDeposit(user.id);
    await write((tx) => approveDeposit(tx, two, id, 50_00n, undefined, { coin: 50_000n }));
    return { id, reason: 'Paid in cash' };
  },
  'statement-link': async ({ user, two }) => {
    const other = await aDeposit(user.id);
    await write((tx) => approveDeposit(tx, two, other, 50_00n, undefined, { coin: 50_000n }));
    return { id: await anUnknownLine(), other, reason: 'Its owner showed it' };
  },
  'statement-undo': async () => {
    const group = await aDuplicate();
    return { id: group, group, reason: 'Two payments' };
  },
  'statement-credit': async ({ user, two }) => ({
    id: await aReceipt(two),
    email: (await findUser(read(), user.id))?.email ?? '',
    reason: 'The owner sent a picture',
  }),
  'close-month': async () => ({ month: getPreviousMonth(getMonth(now())) }),
  'reserve-shift': async () => ({ reserve: 'free', amount: 50_00n, reason: 'Copies' }),
  'deposit-method-add': async () => ({ ...aMethod, code: 'BTC-2', network: 'bitcoin' }),
  'deposit-method-change': async () => ({ ...aMethod, code: 'BTC' }),
  'withdrawal-method-add': async () => ({ ...aWay, code: 'BTC-2', network: 'bitcoin' }),
  'withdrawal-method-change': async () => ({ ...aWay, code: 'BTC' }),
  'plan-add': async () => ({ ...aPlan, code: 'short' }),
  'plan-change': async () => ({ ...aPlan, code: 'gold' }),
  'rate-change': async () => ({ code: 'referral-bonus-bps', unit: 'percent', value: 500 }),
  'trader-create': async () => ({ ...aPerson, minimumcapital: 100_00n, capital: 10_000_00n }),
  'trader-change': async () => ({ id: await aTrader(), ...aPerson, minimumcapital: 100_00n, capital: 500_00n }),
  'leader-accept': async () => ({ id: (await makeAsking()).request }),
  'trader-retire': async ({ user }) => {
    const id = await aTrader();
    await write((tx) => startCopy(tx, user, { trader: id, amount: 100_00n }));
    return { id };
  },
  'deposit-approve': async ({ user }) => ({ id: await aDeposit(user.id), received: 1_000_00n, coin: 50_000n }),
  'deposit-reverse': async ({ user, two }) => {
    const id = await aDeposit(user.id);
    await write((tx) => approveDeposit(tx, two, id, 50_00n, undefined, { coin: 50_000n }));
    return { id, reason: 'Not ours' };
  },
  'deposit-charge-back': async (made) => ({ id: (await spent(made)).deposit, reason: 'Its sender took it back' }),
  'write-off': async (made) => {
    await owing(made);
    return { userId: made.user.id, amount: 15_00n, reason: 'Nothing more will come' };
  },
  'copy-stop': async (made) => ({ id: (await owing(made)).copy, reason: 'It covers what they owe' }),
  'withdrawal-approve': async ({ user }) => ({ id: await aWithdrawal(user) }),
  'withdrawal-bounce': async ({ user, two }) => {
    const id = await aWithdrawal(user);
    await write((tx) => approveWithdrawal(tx, two, id));
    return { id, reason: 'The network refused it' };
  },
  'restored-paid': async ({ user }) => {
    const id = await aWithdrawal(user);
    await restored();
    return { id, reference: transactionOf('tx-1'), coin: 1n };
  },
  'restored-go-on': async () => ({ id: await restored() }),
  'plan-end-early': async ({ user }) => {
    const bought = must(await write((tx) => openInvestment(tx, user, { plan: 'starter', amount: 500_00n })));
    return { id: bought.id, reason: 'Asked by the user' };
  },
  'signal-key': async () => ({ trader: await makeTrader(), hash: 'h'.repeat(43) }),
  'staff-invite': async () => ({ name: 'Bea Stone', email: 'bea@example.com', role: 'support' }),
  'staff-role': async () => ({ id: (await makeAdmin({ role: 'support' })).id, role: 'payments', reason: 'Grew' }),
  'staff-enable': async () => ({ id: (await makeAdmin({ disabledAt: now() })).id, reason: 'Came back' }),
  'staff-reset-factor': async () => {
    const holder = await makeAdmin({ role: 'support' });
    await turnOn(ownerOf(holder, 'admin'));
    return { id: holder.id, reason: 'Lost the telephone' };
  },
  announce: async () => ({ text: 'A holiday', audience: 'all', start: null, end: inADay(), dismissable: true }),
  maintenance: async () => ({ text: 'A new disk', start: null, end: inADay() }),
};

export const inADay = () => after(systemNow(), DAY);

export const ELSEWHERE = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const aMethod = { name: 'Bitcoin', minimum: 10_00n, address: ELSEWHERE, icon: 'btc', enabled: true } as const;

const aWay = { name: 'Bitcoin', minimum: 10_00n, fee: 1_00n, icon: 'btc', enabled: true } as const;
const aPlan = { name: 'Gold', minimum: 500_00n, maximum: 900_00n, dailyBps: 1_050, days: 3, enabled: true };
const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
const aPerson = { firstname: 'Tia', lastname: 'Moss', nationality: 'Wales', ...declared };

async function closed({ id, email }: StaffPeople['user'], by: AdminActor): Promise<string> {
  await write((tx) => closeAccount(tx, by, { userId: id, reason: 'asked for', submittedEmail: email }));
  return id;
}

export async function aDeposit(userId: string): Promise<string> {
  const row = { id: newId(), userId, method: 'BTC', amount: 1_000_00n, status: 'pending', createdAt: now() } as const;
  await write(async (tx) => {
    await tx.insert(deposit).values(row);
  });
  return row.id;
}

export async function aWithdrawal(user: StaffPeople['user']): Promise<string> {
  const request = { method: 'BTC', amount: 200_00n, wallet: ELSEWHERE };
  const made = must(
    await write(async (tx) => {
      await tx.update(setting).set({ value: 0 }).where(eq(setting.key, 'withdrawal-wait-days'));
      return await requestWithdrawal(tx, user, request);
    }),
  );
  return made.id;
}

export async function aTrader(): Promise<string> {
  const names = { firstname: 'Tia', lastname: 'Moss', nationality: 'Wales', minimumcapital: '100' };
  const made = must(await write((tx) => createTrader(tx, SYSTEM_ACTOR, traderFormSchema.parse(names))));
  return made.id;
}
