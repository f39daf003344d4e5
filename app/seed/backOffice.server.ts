import { and, eq } from 'drizzle-orm';
import { mail } from '#drizzle/schema';
import { holdItem, takeItem } from '~/features/reviewQueue/marks.server';
import { giveKey } from '~/features/signals/keys.server';
import { type AskedSignal, takeSignal } from '~/features/signals/receiveSignal.server';
import { acknowledgeComplaint, answerThread, closeThread } from '~/features/support/answer.server';
import { openThread } from '~/features/support/writeToSupport.server';
import { createTrader } from '~/features/traders';
import { requestWithdrawal, submitDeposit } from '~/features/wallet';
import { DEPOSITS } from '~/features/wallet/acts/depositActs.server';
import { WITHDRAWALS } from '~/features/wallet/acts/withdrawalActs.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { hashSecret, newSecret } from '~/platform/ids';
import type { Actor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { dollars } from './dollars';
import { made } from './made';
import { SIGNAL_TRADER } from './people';

/*
 * What waits for the staff, and what they did of it: queues with things of each kind, so that the administrator's pages are seen as
 * they are used.
 */

type Staffed = { tx: Handle; admin: Actor; user: User };

/** Something that a newcomer does so many days ago, and the staff with it. */
type Errand = {
  days: number;
  username: string;
  /** What it has mailed to them came back. */
  bounces?: boolean;
  happen: (given: Staffed) => Promise<void>;
};

const HOURS = 1 / 24;

const deposit =
  (method: string, amount: number) =>
  async ({ tx, user }: Staffed): Promise<string> =>
    made(await submitDeposit(tx, user, { method, amount: dollars(amount), proof: null })).id;

const withdrawal =
  (amount: number, wallet: string) =>
  async ({ tx, user }: Staffed): Promise<string> =>
    made(await requestWithdrawal(tx, user, { method: 'USDT-TRC20', amount: dollars(amount), wallet })).id;

const writes =
  (kind: 'question' | 'report' | 'complaint', subject: string, message: string) =>
  async ({ tx, user }: Staffed): Promise<string> =>
    made(await openThread(tx, user, { kind, subject, message })).id;

/** Only asks, and leaves it to the staff. */
const waits = (ask: (given: Staffed) => Promise<string>) => async (given: Staffed) => void (await ask(given));

/** What newcomers and the staff do, the latest last. */
export const ERRANDS: readonly Errand[] = [
  { days: 50 * HOURS, username: 'hana', happen: waits(deposit('SOL', 650)) },
  {
    days: 30 * HOURS,
    username: 'meit',
    happen: async (given) => {
      const id = await deposit('BTC', 2_000)(given);
      const reason = 'We wait until the payment is confirmed';
      made(await holdItem(given.tx, given.admin, DEPOSITS, { id, reason, told: true }));
    },
  },
  { days: 20 * HOURS, username: 'elias', happen: waits(deposit('ETH', 1_200)) },
  {
    days: 26 * HOURS,
    username: 'meit',
    happen: async (given) => {
      const id = await withdrawal(800, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')(given);
      made(await takeItem(given.tx, given.admin, WITHDRAWALS, { id }));
    },
  },
  {
    days: 9 * HOURS,
    username: 'elias',
    bounces: true,
    happen: waits(withdrawal(120, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')),
  },
  { days: 4 * HOURS, username: 'noorh', happen: waits(withdrawal(150, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')) },
  {
    days: 9,
    username: 'hana',
    happen: async ({ tx, admin, user }) => {
      const ask = writes(
        'question',
        'Which network for SOL?',
        'Do I have to use the Solana network, or does another work too?',
      );
      const id = await ask({ tx, admin, user });
      const message = 'Only the Solana network, as the deposit page says. What comes by another is lost.';
      made(await answerThread(tx, admin, { id, message }));
      made(await closeThread(tx, admin, { id }));
    },
  },
  {
    days: 5,
    username: 'tomas',
    happen: async ({ tx, admin, user }) => {
      const ask = writes(
        'question',
        'When can others copy me?',
        'I have traded here for a month. What do I need before others can copy me?',
      );
      const id = await ask({ tx, admin, user });
      const message =
        'Thirty days of trading and twenty closed trades. Live trading shows how far you are, and asks us for you.';
      made(await answerThread(tx, admin, { id, message }));
    },
  },
  {
    days: 3,
    username: 'meit',
    happen: async ({ tx, admin, user }) => {
      const words = 'My withdrawal of $500 took two days. The page said one day at most. I want to know why.';
      const id = await writes('complaint', 'My withdrawal took too long', words)({ tx, admin, user });
      made(await acknowledgeComplaint(tx, admin, { id }));
    },
  },
  {
    days: 22 * HOURS,
    username: 'elias',
    happen: waits(
      writes(
        'report',
        'Somebody asked for my password',
        'A person who said they work for Mirrorbook wrote to me and asked for my password. I gave them nothing.',
      ),
    ),
  },
  {
    days: 5 * HOURS,
    username: 'noorh',
    happen: waits(
      writes(
        'question',
        'Why is my copy a little behind?',
        'Oliver Whitcombe made 1.2% this week, and my copy made 1.1%. Why?',
      ),
    ),
  },
];

/** Does one errand. What is mailed for it has gone out at once; what was before waits no more, as these people do not exist. */
export async function runErrand({ tx, admin, user }: Staffed, { happen, bounces }: Errand): Promise<void> {
  const waiting = eq(mail.status, 'waiting');
  await tx.delete(mail).where(waiting);
  await happen({ tx, admin, user });
  const time = now();
  const came = and(waiting, eq(mail.recipient, user.email));
  const error = '550 5.1.1 The mailbox does not exist';
  if (bounces) await tx.update(mail).set({ status: 'failed', attempts: 1, error, createdAt: time }).where(came);
  await tx.update(mail).set({ status: 'sent', attempts: 1, createdAt: time, sentAt: time }).where(waiting);
}

/** A trader whose own program trades. @returns the trader's id */
export async function addSignalTrader(tx: Handle, admin: Actor): Promise<string> {
  const { capital, minimum, ...names } = SIGNAL_TRADER;
  const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
  const terms = { minimumcapital: dollars(minimum), capital: dollars(capital), traderImage: undefined };
  const { id } = made(await createTrader(tx, admin, { ...names, ...declared, ...terms }, { simulated: true }));
  // Nobody has this key: what the program sent is in the story.
  made(await giveKey(tx, admin, { trader: id, hash: hashSecret(newSecret()) }));
  return id;
}

/** What the program sent, and how many days ago. */
export const SIGNALS: readonly { days: number; asked: AskedSignal }[] = [
  { days: 17.2, asked: { id: 'signal1001', symbol: 'BTCUSD', action: 'buy', percent: '15' } },
  { days: 15.6, asked: { id: 'signal1002', symbol: 'BTCUSD', action: 'close' } },
  { days: 12.3, asked: { id: 'signal1003', symbol: 'ETHUSD', action: 'sell', percent: '10' } },
  { days: 10.1, asked: { id: 'signal1004', symbol: 'ETHUSD', action: 'close' } },
  { days: 6.7, asked: { id: 'signal1005', symbol: 'SOLUSD', action: 'buy', percent: '10' } },
  { days: 6.6, asked: { id: 'signal1006', symbol: 'DOGEBTC', action: 'buy', percent: '10' } },
  { days: 2.4, asked: { id: 'signal1007', symbol: 'SOLUSD', action: 'close' } },
  { days: 8 * HOURS, asked: { id: 'signal1008', symbol: 'BTCUSD', action: 'buy', percent: '12' } },
];

/** Sends a signal of the program, whatever becomes of it. */
export const sendSignal = async (tx: Handle, traderId: string, asked: AskedSignal): Promise<void> =>
  void (await takeSignal(tx, traderId, asked));
