import { z } from 'zod';
import { fundReserve, otherReserve, reserveSchema, shiftReserve, takeBackReserve } from '~/features/books';
import { creditGoodwill, creditSchema, debitUser, moneyActSchema, openUser, upgradeProfit } from '~/features/users';
import { creditReceivedDeposit } from '~/features/wallet';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { shownFullName } from '~/platform/fields/plainName';
import { userById } from '~/signIns/userById.server';
import { operation } from './operation';

export const whose = { userId: z.uuid('There is no such user.') };

/** A user by name and address. */
export async function userNamed(tx: Handle, userId: string): Promise<string> {
  const found = await userById(tx, userId);
  return found ? `${shownFullName(found)} (${found.email})` : userId;
}

const creditText = ({ kind, amount }: { kind: 'deposit' | 'goodwill'; amount: bigint }) =>
  `${formatUsd(amount)} ${kind === 'deposit' ? 'received' : 'of goodwill'}`;

/** Acts on a user's balance and on the reserves. */
export const MONEY_OPERATIONS = {
  credit: operation('credit', {
    schema: creditSchema.extend(whose),
    run: async (tx, by, { kind, ...act }) => {
      if (kind === 'goodwill') return await creditGoodwill(tx, by, act);
      // What was announced before the account was closed is approved in the deposits' queue.
      const open = await openUser(tx, act.userId);
      return open.ok ? await creditReceivedDeposit(tx, by, act) : open;
    },
    asks: async (tx, act) => `Credit ${creditText(act)} to ${await userNamed(tx, act.userId)}`,
    said: (act) => `Credited ${creditText(act)}`,
  }),
  debit: operation('debit', {
    schema: moneyActSchema.extend(whose),
    run: debitUser,
    asks: async (tx, { amount, userId }) => `Debit ${formatUsd(amount)} from ${await userNamed(tx, userId)}`,
    said: ({ amount }) => `Debited ${formatUsd(amount)}`,
  }),
  profit: operation('profit', {
    schema: moneyActSchema.extend(whose),
    run: upgradeProfit,
    asks: async (tx, { amount, userId }) => `Add ${formatUsd(amount)} of profit to ${await userNamed(tx, userId)}`,
    said: ({ amount }) => `Added ${formatUsd(amount)} of profit`,
  }),
  'reserve-fund': operation('reserve-fund', {
    schema: reserveSchema,
    run: fundReserve,
    asks: async (_tx, { amount, reserve }) => `Put ${formatUsd(amount)} into the ${reserve} reserve`,
    said: ({ amount, reserve }) => `${formatUsd(amount)} put into the ${reserve} reserve`,
  }),
  'reserve-take-back': operation('reserve-take-back', {
    schema: reserveSchema,
    run: takeBackReserve,
    asks: async (_tx, { amount, reserve }) => `Take ${formatUsd(amount)} back from the ${reserve} reserve`,
    said: ({ amount, reserve }) => `${formatUsd(amount)} taken back from the ${reserve} reserve`,
  }),
  'reserve-shift': operation('reserve-shift', {
    schema: reserveSchema,
    run: shiftReserve,
    asks: async (_tx, { amount, reserve }) =>
      `Move ${formatUsd(amount)} from the ${reserve} to the ${otherReserve(reserve)} reserve`,
    said: ({ amount, reserve }) =>
      `${formatUsd(amount)} moved from the ${reserve} to the ${otherReserve(reserve)} reserve`,
  }),
};
