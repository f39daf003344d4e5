import { besideWithdrawAmount } from '~/features/money/wallet/schema';
import { notifyRefused, requestWithdrawal, SOON } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { withdrawalMethods } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { formatUsd, usdNumber } from '~/ledger/money';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { namesOfMethod, pick } from '../named';

export const withdraw: CallHandler<'withdraw'> = async ({ user, input, once }) => {
  const picked = pick(await withdrawalMethods(), input.method, namesOfMethod, 'method');
  if (!picked.ok) return picked;
  const chosen = picked.value;
  const { WithdrawAmount: amount, wallet } = input;
  const asked = { method: chosen?.code ?? input.method, amount, wallet };
  const said = `${formatUsd(amount)} by ${chosen?.name ?? asked.method} to ${wallet}`;
  return await once(
    async (tx) => {
      const held = besideWithdrawAmount(await requestWithdrawal(tx, user, asked));
      if (!held.ok) return held;
      const { id, journalId, waits, says } = held.value;
      return done({
        journalId,
        answer: {
          status: 'ok',
          withdraw: usdNumber(amount),
          id,
          name: `${user.firstName} ${user.lastName}`,
          email: user.email,
          message: waits ? says : SOON,
          adminMessage: `${user.email} asked for ${said}.`,
          subject: 'Withdrawal requested',
        },
      });
    },
    {
      onRefused: (tx, refusal) => notifyRefused(tx, user, refusal, asked),
      asked: { ...input, method: asked.method },
      locks: { users: [user.id] },
    },
  );
};
