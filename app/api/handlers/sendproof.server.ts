import { depositMethods } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { formatUsd } from '~/ledger/money';
import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { namesOfMethod, pick } from '../named';

export const sendproof: CallHandler<'sendproof'> = async ({ user, input: { amount, method, proof }, once }) => {
  const picked = pick(await depositMethods(), method, namesOfMethod, 'method');
  if (!picked.ok) return picked;
  const chosen = picked.value;
  const asked = { amount, method: chosen?.code ?? method, proof: proof || null };
  const said = `${formatUsd(amount)} by ${chosen?.name ?? method}`;
  return await once(
    async (tx) => {
      const sent = await submitDeposit(tx, user, asked);
      // As clients of the specification know it.
      if (!sent.ok && sent.error.code === 'closed') return refuse('account-gone', 'user does not exist');
      if (!sent.ok) return sent;
      return done({
        answer: {
          status: 200,
          id: sent.value.id,
          name: `${user.firstName} ${user.lastName}`,
          email: user.email,
          message: `Your deposit of ${said} was received. It is added to your balance once management has approved it.`,
          subject: 'Deposit submitted',
          adminMessage: `${user.email} says that ${formatUsd(amount)} was sent by ${chosen?.name ?? method}.`,
          adminSubject: 'A deposit waits for a decision',
        },
      });
    },
    { asked, locks: { users: [user.id] } },
  );
};
