import { and, eq } from 'drizzle-orm';
import { deposit, mail } from '#drizzle/schema';
import { claimItem, holdItem } from '~/features/backoffice/reviewQueue/marks.server';
import { giveKey } from '~/features/copying/signals/keys.server';
import { acceptSignal, type RequestedSignal } from '~/features/copying/signals/receiveSignal.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import type { DepositMethod } from '~/features/money/wallet/deposits/depositQueries.server';
import { describePayment } from '~/features/money/wallet/deposits/paymentOf.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { createPracticeId } from '~/features/money/wallet/transactionIds';
import { approveAndPayWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { approveKyc } from '~/features/people/kyc/decideKyc.server';
import { submitKyc } from '~/features/people/kyc/submitKyc.server';
import { acknowledgeComplaint, answerThread, closeThread } from '~/features/people/support/answer.server';
import { openThread } from '~/features/people/support/writeToSupport.server';
import { readCoinAmount } from '~/ledger/coinAmount';
import { after, atTime, DAY } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';
import { hashSecret, newSecret } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { dollarsToCents } from './dollars';
import { SEED_ADDRESSES, type SEED_NEWCOMERS, type SeedPerson, SIGNAL_TRADER } from './people';
import {
  assignUpload,
  cardNameOf,
  type Pictures,
  proofNameOf,
  renderIdentityCard,
  renderProof,
  type SeedPicture,
} from './pictures.server';
import { valueOrThrow } from './valueOrThrow';

/* People's requests to the staff. Each step has its own time, so that queues look used. */

export type SeedContext = { today: Date; methods: readonly DepositMethod[]; pictures: Pictures };

type StaffedContext = SeedContext & { tx: Handle; admin: Actor; user: User };

/** Step of a demonstration case, some days ago. The first step returns the ID for the others. */
export type Step = {
  days: number;
  happen: (context: StaffedContext, id: string) => Promise<string>;
  pictured?: { method: string; amount: number };
};

export type SeededRequest = {
  username: string;
  bounces?: boolean;
  steps: readonly Step[];
};

const HOUR_IN_DAYS = 1 / 24;

const APPROVED_AFTER_DAYS = 2 * HOUR_IN_DAYS;
const PAID_AFTER_DAYS = 5 * HOUR_IN_DAYS;

const firstStep = (days: number, act: (context: StaffedContext) => Promise<Result<{ id: string }>>): Step => ({
  days,
  happen: async (context) => valueOrThrow(await act(context)).id,
});

const nextStep = (days: number, act: (context: StaffedContext, id: string) => Promise<Result<unknown>>): Step => ({
  days,
  happen: async (context, id) => {
    valueOrThrow(await act(context, id));
    return id;
  },
});

function convertToCoin(methods: SeedContext['methods'], code: string, amount: number): string | null {
  const method = methods.find((each) => each.code === code);
  return (method && describePayment(method, dollarsToCents(amount)).worth?.amount) ?? null;
}

const paymentStep = (days: number, method: string, amount: number): Step =>
  firstStep(days, async ({ tx, user, methods, pictures }) => {
    const proof = await assignUpload(tx, pictures.get(proofNameOf(user, amount)), user.id);
    const coinAmount = readCoinAmount(convertToCoin(methods, method, amount) ?? '');
    return await submitDeposit(tx, user, { method, amount: dollarsToCents(amount), coinAmount, proof });
  });

const proofStep = (days: number, method: string, amount: number): Step => ({
  ...paymentStep(days, method, amount),
  pictured: { method, amount },
});

export const approvedDepositSteps = (days: number, method: string, amount: number): Step[] => [
  paymentStep(days, method, amount),
  nextStep(days - APPROVED_AFTER_DAYS, async ({ tx, admin }, id) => {
    const [announced] = await findAll(tx, deposit, { id });
    const seen = { transactionId: createPracticeId(id), coin: announced?.coinAmount ?? undefined };
    return await approveDeposit(tx, admin, id, dollarsToCents(amount), undefined, seen);
  }),
];

const withdrawalStep = (days: number, amount: number, wallet: string): Step =>
  firstStep(days, ({ tx, user }) =>
    requestWithdrawal(tx, user, { method: 'USDT-TRC20', amount: dollarsToCents(amount), wallet }),
  );

const paidWithdrawalSteps = (days: number, amount: number, wallet: string, wait = PAID_AFTER_DAYS): Step[] => [
  withdrawalStep(days, amount, wallet),
  nextStep(days - wait, ({ tx, admin }, id) =>
    approveAndPayWithdrawal(tx, admin, id, createPracticeId(id), readCoinAmount(String(amount)) ?? undefined),
  ),
];

const supportMessageStep = (
  days: number,
  kind: 'question' | 'report' | 'complaint',
  subject: string,
  message: string,
): Step => firstStep(days, ({ tx, user }) => openThread(tx, user, { kind, subject, message }));

const supportAnswerStep = (days: number, message: string): Step =>
  nextStep(days, ({ tx, admin }, id) => answerThread(tx, admin, { id, message }));

const submitDocumentsStep = (days: number): Step => ({
  days,
  happen: async ({ tx, user, pictures }) => {
    const document = await assignUpload(tx, pictures.get(cardNameOf(user)), user.id);
    const home = SEED_ADDRESSES[user.username];
    if (!document || !home) return '';
    const { firstName, lastName, email } = user;
    return valueOrThrow(await submitKyc(tx, user, { firstName, lastName, email, ...home, document })).id;
  },
});

const approveDocumentsStep = (days: number): Step =>
  nextStep(days, ({ tx, admin }, id) => (id ? approveKyc(tx, admin, id) : Promise.resolve(done(null))));

const WALLET_ADDRESSES = {
  noorh: 'TCxfWhyTC45BGHfNGyYbdi7NFY7R2WmLDy',
  elias: 'TNT28rNk3TSCJTp5TfgiTZfNGwFdfcvXx2',
  meit: 'THgA9ScK7smECeCaqewtqYgy5TZK8SHiMb',
};

const DECIDED_REQUESTS: readonly SeededRequest[] = [
  { username: 'tomas', steps: [submitDocumentsStep(38.6), approveDocumentsStep(38.4)] },
  { username: 'elias', steps: [submitDocumentsStep(12.9), approveDocumentsStep(12.6)] },
  { username: 'meit', steps: [submitDocumentsStep(5.8), approveDocumentsStep(5.7)] },
  {
    username: 'noorh',
    steps: [
      supportMessageStep(
        20.3,
        'question',
        'How do I stop a copy?',
        'Where do I stop a copy, and when is the money available?',
      ),
      supportAnswerStep(20.2, 'Open the copy under My copies and choose Stop copying. The money is available at once.'),
    ],
  },
  {
    username: 'elias',
    steps: [
      supportMessageStep(
        8.1,
        'question',
        'Is there a fee for a withdrawal?',
        'Do I pay anything for a withdrawal in USDT?',
      ),
      supportAnswerStep(7.9, 'No. What you request is what we pay; the form shows it before you confirm.'),
    ],
  },
];

const OPEN_REQUESTS: readonly SeededRequest[] = [
  {
    username: 'hana',
    steps: [
      supportMessageStep(
        44.6,
        'question',
        'Which network for SOL?',
        'Do I have to use the Solana network, or does another work too?',
      ),
      supportAnswerStep(44.5, 'Only the Solana network, as the deposit page says. What comes by another is lost.'),
      nextStep(44.4, ({ tx, admin }, id) => closeThread(tx, admin, { id })),
    ],
  },
  { username: 'hana', steps: [submitDocumentsStep(43.7), approveDocumentsStep(43.3)] },
  { username: 'hana', steps: [paymentStep(50 * HOUR_IN_DAYS, 'SOL', 650)] },
  {
    username: 'tomas',
    steps: [
      supportMessageStep(
        5.2,
        'question',
        'When can others copy me?',
        'I have traded here for a month. What do I need before others can copy me?',
      ),
      supportAnswerStep(
        4.9,
        'Thirty days of trading and twenty closed trades. Live trading shows how far you are, and asks us for you.',
      ),
    ],
  },
  { username: 'tomas', steps: [proofStep(3 * HOUR_IN_DAYS, 'XRP', 300)] },
  {
    username: 'meit',
    steps: [
      supportMessageStep(
        2.9,
        'complaint',
        'My withdrawal took too long',
        'My withdrawal of $500 took two days to be paid. I needed the money, and I want to know why.',
      ),
      nextStep(2.7, ({ tx, admin }, id) => acknowledgeComplaint(tx, admin, { id })),
    ],
  },
  {
    username: 'meit',
    steps: [
      paymentStep(30 * HOUR_IN_DAYS, 'BTC', 2_000),
      nextStep(28 * HOUR_IN_DAYS, ({ tx, admin }, id) =>
        holdItem(tx, admin, DEPOSITS, {
          id,
          reason: 'We are waiting for the payment to be confirmed',
          shouldNotify: true,
        }),
      ),
    ],
  },
  {
    username: 'meit',
    steps: [
      withdrawalStep(26 * HOUR_IN_DAYS, 800, WALLET_ADDRESSES.meit),
      nextStep(25 * HOUR_IN_DAYS, ({ tx, admin }, id) => claimItem(tx, admin, WITHDRAWAL_QUEUE, { id })),
    ],
  },
  {
    username: 'elias',
    steps: [
      supportMessageStep(
        22.5 * HOUR_IN_DAYS,
        'report',
        'Somebody asked for my password',
        'A person who said they work for Mirrorbook wrote to me and asked for my password. I gave them nothing.',
      ),
    ],
  },
  { username: 'elias', steps: [paymentStep(20 * HOUR_IN_DAYS, 'ETH', 1_200)] },
  { username: 'elias', bounces: true, steps: [withdrawalStep(9 * HOUR_IN_DAYS, 120, WALLET_ADDRESSES.elias)] },
  { username: 'noorh', steps: [proofStep(6 * HOUR_IN_DAYS, 'USDT-TRC20', 400)] },
  {
    username: 'noorh',
    steps: [
      supportMessageStep(
        5 * HOUR_IN_DAYS,
        'question',
        'Why is my copy a little behind?',
        'My copy of Oliver Whitcombe made a little less than he did. Why?',
      ),
    ],
  },
  { username: 'noorh', steps: [withdrawalStep(4 * HOUR_IN_DAYS, 150, WALLET_ADDRESSES.noorh)] },
  { username: 'noorh', steps: [submitDocumentsStep(3.5 * HOUR_IN_DAYS)] },
];

export const seededRequests = ({
  username,
  deposits,
  withdrawals,
}: (typeof SEED_NEWCOMERS)[number]): SeededRequest[] => [
  ...deposits.map(({ days, method, amount }) => ({ username, steps: approvedDepositSteps(days, method, amount) })),
  ...withdrawals.map(({ days, amount, paidAfter }) => ({
    username,
    steps: paidWithdrawalSteps(days, amount, WALLET_ADDRESSES[username as keyof typeof WALLET_ADDRESSES], paidAfter),
  })),
  ...[...DECIDED_REQUESTS, ...OPEN_REQUESTS].filter((errand) => errand.username === username),
];

export const FRIEND_REQUESTS: readonly SeededRequest[] = [
  { username: 'finn', steps: approvedDepositSteps(38, 'USDT-TRC20', 2_500) },
  { username: 'finn', steps: [submitDocumentsStep(2 * HOUR_IN_DAYS)] },
  { username: 'finn', steps: [proofStep(1 * HOUR_IN_DAYS, 'ETH', 750)] },
];

export async function drawingsOf(
  people: readonly SeedPerson[],
  errands: readonly SeededRequest[],
  { methods, today }: Pick<SeedContext, 'methods' | 'today'>,
): Promise<SeedPicture[]> {
  const drawings = people.flatMap((person) => renderIdentityCard(person) ?? []);
  for (const person of people) {
    const steps = errands.filter(({ username }) => username === person.username).flatMap((errand) => errand.steps);
    for (const { days, pictured } of steps) {
      if (!pictured) continue;
      const { method, amount } = pictured;
      const coin = await atTime(after(today, -days * DAY), async () => convertToCoin(methods, method, amount));
      drawings.push(renderProof(person, { ...pictured, coin }));
    }
  }
  return drawings;
}

/**
 * Marks new mails as sent or, from one address, as returned. Nobody reads them, and unsent mails would fill the
 * console.
 */
export async function sendSeededMail(tx: Handle, at: Date, backFrom?: string): Promise<void> {
  const waiting = eq(mail.status, 'waiting');
  const times = { createdAt: at, nextAt: at };
  if (backFrom) {
    const error = 'EENVELOPE 552 at RCPT TO';
    const back = { ...times, status: 'failed', attempts: 3, error } as const;
    await tx
      .update(mail)
      .set(back)
      .where(and(waiting, eq(mail.recipient, backFrom)));
  }
  await tx
    .update(mail)
    .set({ ...times, status: 'sent', attempts: 1, sentAt: at })
    .where(waiting);
}

export async function addSignalTrader(tx: Handle, admin: Actor): Promise<string> {
  const { capital, minimum, ...names } = SIGNAL_TRADER;
  const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
  const terms = { minimumcapital: dollarsToCents(minimum), capital: dollarsToCents(capital), traderImage: undefined };
  const { id } = valueOrThrow(await createTrader(tx, admin, { ...names, ...declared, ...terms }, { simulated: true }));
  // Nobody has this key; the program's signals are part of the story.
  valueOrThrow(await giveKey(tx, admin, { trader: id, hash: hashSecret(newSecret()) }));
  return id;
}

export const SEED_SIGNALS: readonly { days: number; signal: RequestedSignal }[] = [
  { days: 17.2, signal: { id: 'signal1001', symbol: 'BTCUSD', action: 'buy', percent: '15' } },
  { days: 15.6, signal: { id: 'signal1002', symbol: 'BTCUSD', action: 'close' } },
  { days: 12.3, signal: { id: 'signal1003', symbol: 'ETHUSD', action: 'sell', percent: '10' } },
  { days: 10.1, signal: { id: 'signal1004', symbol: 'ETHUSD', action: 'close' } },
  { days: 6.7, signal: { id: 'signal1005', symbol: 'SOLUSD', action: 'buy', percent: '10' } },
  { days: 6.6, signal: { id: 'signal1006', symbol: 'DOGEBTC', action: 'buy', percent: '10' } },
  { days: 2.4, signal: { id: 'signal1007', symbol: 'SOLUSD', action: 'close' } },
  { days: 8 * HOUR_IN_DAYS, signal: { id: 'signal1008', symbol: 'BTCUSD', action: 'buy', percent: '12' } },
];

export const sendSignal = async (tx: Handle, traderId: string, request: RequestedSignal): Promise<void> =>
  void (await acceptSignal(tx, traderId, request));
