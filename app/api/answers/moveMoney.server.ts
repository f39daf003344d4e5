import { perform } from '~/features/backoffice/approvals/perform.server';
import { BALANCE_ACTS } from '~/features/people/users/balanceActs.server';
import { formatUsd, usdNumber } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import type { Administrator, User } from '~/signIns/session.server';
import type { Pending } from '~/web/guard/api.server';
import { fundedOf, userByEmail } from './users.server';

type MoneyMove = { amount: bigint; email: string; reason?: string };

type Does = { act: keyof typeof BALANCE_ACTS; subject: string };

/** Moves money of a user who is named by address. The answer is of that moment, so that a replay says the same. */
export async function moveMoney(
  tx: Handle,
  { id }: Administrator,
  { amount, email, reason }: MoneyMove,
  does: Does,
): Promise<Result<{ journalId?: string; user: User; answer: Answer | Pending }>> {
  const found = await userByEmail(tx, email);
  if (!found.ok) return found;
  const user = found.value;
  const act = { kind: 'deposit' as const, userId: user.id, amount, reason };
  const performed = await perform(tx, byAdmin(id), BALANCE_ACTS[does.act], act);
  if (!performed.ok) return performed;
  const { pending, said, journalId } = performed.value;
  if (pending) return done({ user, answer: { status: 'pending', id: pending, message: said } });
  const answer: Answer = {
    status: 'ok',
    funded: usdNumber(amount),
    amount: usdNumber(amount),
    balance: await fundedOf(tx, user),
    name: `${user.firstName} ${user.lastName}`,
    email,
    message: `${does.subject}: ${formatUsd(amount)}`,
    subject: does.subject,
  };
  return done({ journalId, user, answer });
}

type Answer = {
  status: 'ok';
  funded: number;
  amount: number;
  balance: number;
  name: string;
  email: string;
  message: string;
  subject: string;
};
