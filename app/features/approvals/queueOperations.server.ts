import { eq } from 'drizzle-orm';
import { deposit, investment, withdrawal } from '#drizzle/schema';
import { endInvestmentEarly } from '~/features/plans';
import { decisionSchema, reasonSchema } from '~/features/reviewQueue';
import {
  approveAndPayWithdrawal,
  approveDeposit,
  approveWithdrawal,
  bounceWithdrawal,
  isNewAddress,
  receivedSchema,
  referenceSchema,
  reverseDeposit,
} from '~/features/wallet';
import type { JournalKind } from '~/ledger/chartOfAccounts';
import { formatBps, formatSignedUsd, formatUsd } from '~/ledger/money';
import { sumMoved } from '~/ledger/reading/sums.server';
import { after, DAY, systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { type Actor, actorText } from '~/platform/states';
import { userNamed } from './moneyOperations.server';
import { operation } from './operation';
import { numbersDiffer, OWN_DEPOSITS_DAYS, type Sums } from './policy';

/** Money that came to a user from elsewhere than their own plans and copies. */
const ARRIVALS: JournalKind[] = [
  'deposit',
  'operator-credit',
  'operator-profit',
  'referral-bonus',
  'rank-bonus',
  'withdrawal-bounced',
  'leader-share',
];

/** What this administrator alone, and this user in all, would come to with `amount` more, cents. */
async function sumsWith(
  tx: Handle,
  by: Actor,
  { kind, userId, amount }: { kind: JournalKind; userId: string; amount: bigint },
): Promise<Sums> {
  const since = (days: number) => after(systemNow(), -days * DAY);
  const day = await sumMoved(tx, { kinds: [kind], since: since(1), aloneBy: actorText(by) });
  const week = await sumMoved(tx, { kinds: [kind], since: since(7), userId });
  return { day: day + amount, week: week + amount };
}

async function depositById(tx: Handle, id: string) {
  const [found] = await tx.select().from(deposit).where(eq(deposit.id, id));
  return found;
}

async function withdrawalById(tx: Handle, id: string) {
  const [found] = await tx.select().from(withdrawal).where(eq(withdrawal.id, id));
  return found;
}

const missing = (thing: string, id: string) => new Error(`There is no ${thing} ${id}`);

/** What an administrator decides about deposits, withdrawals and plans, as far as it moves money. */
export const QUEUE_OPERATIONS = {
  'deposit-approve': operation('deposit-approve', {
    schema: receivedSchema,
    run: (tx, by, { id, received, reason }) => approveDeposit(tx, by, id, received, reason || undefined),
    asks: async (tx, { id, received }) => {
      const found = await depositById(tx, id);
      return `Approve a deposit of ${found ? await userNamed(tx, found.userId) : id}: ${formatUsd(received)} received`;
    },
    tells: async (tx, { id, received }) => {
      const found = await depositById(tx, id);
      if (!found) return [];
      const share = Number(((received - found.amount) * 10_000n) / found.amount);
      return [
        { name: 'Amount stated', to: formatUsd(found.amount) },
        { name: 'Amount received', to: formatUsd(received) },
        {
          name: 'Received more or less than stated',
          to: `${formatSignedUsd(received - found.amount)} (${formatBps(share)})`,
        },
        { name: 'Proof', to: found.proofFileId ? 'given' : 'none' },
      ];
    },
    differs: async (tx, { id, received }) => {
      const found = await depositById(tx, id);
      return found !== undefined && numbersDiffer(found, { amount: received });
    },
    facts: async (tx, by, { id, received }) => {
      const found = await depositById(tx, id);
      if (!found) throw missing('deposit', id);
      const sums = await sumsWith(tx, by, { kind: 'deposit', userId: found.userId, amount: received });
      return { stated: found.amount, received, hasProof: found.proofFileId !== null, sums };
    },
    said: () => 'Deposit approved and credited',
  }),
  'deposit-reverse': operation('deposit-reverse', {
    schema: reasonSchema,
    run: (tx, by, { id, reason }) => reverseDeposit(tx, by, id, reason),
    asks: async (tx, { id }) => {
      const found = await depositById(tx, id);
      return `Reverse a deposit of ${found ? await userNamed(tx, found.userId) : id}`;
    },
    said: () => 'Deposit reversed',
  }),
  'withdrawal-approve': operation('withdrawal-approve', {
    // With the reference of the payment it is paid as well, which paper mode alone lets one administrator do.
    schema: decisionSchema.extend({ reference: referenceSchema.shape.reference.optional() }),
    run: (tx, by, { id, reference }) =>
      reference && isPaper() ? approveAndPayWithdrawal(tx, by, id, reference) : approveWithdrawal(tx, by, id),
    asks: async (tx, { id, reference }) => {
      const found = await withdrawalById(tx, id);
      if (!found) return `Approve the withdrawal ${id}`;
      return `Approve ${reference && isPaper() ? 'and pay ' : ''}a withdrawal of ${await userNamed(tx, found.userId)}: ${formatUsd(found.amount)}`;
    },
    tells: async (tx, { id }) => {
      const found = await withdrawalById(tx, id);
      if (!found) return [];
      const { method, wallet, amount, fee } = found;
      return [
        { name: 'To', to: wallet },
        { name: 'By', to: method },
        { name: 'Requested', to: formatUsd(amount) },
        { name: 'To be paid', to: formatUsd(amount - fee) },
        { name: 'Address', to: (await isNewAddress(tx, found)) ? 'new to this user' : 'paid at before' },
      ];
    },
    facts: async (tx, by, { id }) => {
      const found = await withdrawalById(tx, id);
      if (!found) throw missing('withdrawal', id);
      const { userId, amount } = found;
      const arrived = await sumMoved(tx, { kinds: ARRIVALS, since: after(systemNow(), -DAY), userId });
      const sinceOwn = after(systemNow(), -OWN_DEPOSITS_DAYS * DAY);
      const own = await sumMoved(tx, { kinds: ['deposit'], since: sinceOwn, userId, aloneBy: actorText(by) });
      const sums = await sumsWith(tx, by, { kind: 'withdrawal-approved', userId, amount });
      const newAddress = await isNewAddress(tx, found);
      return { amount, newAddress, newMoney: arrived > 0n, ownDeposit: own > 0n, sums };
    },
    said: ({ reference }) => (reference ? 'Withdrawal approved and paid' : 'Withdrawal approved'),
  }),
  'withdrawal-bounce': operation('withdrawal-bounce', {
    schema: reasonSchema,
    run: (tx, by, { id, reason }) => bounceWithdrawal(tx, by, id, reason),
    asks: async (tx, { id }) => {
      const found = await withdrawalById(tx, id);
      return `Return the payment of a withdrawal to ${found ? await userNamed(tx, found.userId) : id}`;
    },
    tells: async (tx, { id }) => {
      const found = await withdrawalById(tx, id);
      return found ? [{ name: 'Payment reference', to: found.reference ?? 'not paid' }] : [];
    },
    said: () => 'Payment returned to the user',
  }),
  'plan-end-early': operation('plan-end-early', {
    schema: reasonSchema,
    run: (tx, by, { id, reason }) => endInvestmentEarly(tx, by, id, reason),
    asks: async (tx, { id }) => {
      const [found] = await tx.select().from(investment).where(eq(investment.id, id));
      if (!found) return `End the plan ${id} early`;
      return `End a ${found.planName} plan of ${await userNamed(tx, found.userId)} early`;
    },
    said: () => 'The plan was ended early',
  }),
};
