import { formatUsd, usdNumber } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import type { User } from '~/platform/session.server';
import { fundedOf, userByEmail } from './users.server';

type Act = { userId: string; amount: bigint; reason: string };
type Asked = { amount: bigint; email: string; reason?: string };

/**
 * An administrator moves money of a user who is named by address. The answer is of that moment, so that a replay says what the
 * first one said.
 * @param does what it is called in the answer, and the reason that stands in the statement when none is sent
 */
export async function moveMoney(
  tx: Handle,
  { amount, email, reason }: Asked,
  does: { subject: string; reason: string },
  act: (act: Act) => Promise<Result<{ journalId: string }>>,
): Promise<Result<{ journalId: string; user: User; answer: Answer }>> {
  const user = await userByEmail(tx, email);
  if (!user.ok) return user;
  const moved = await act({ userId: user.value.id, amount, reason: reason ?? does.reason });
  if (!moved.ok) return moved;
  const { firstName, lastName } = user.value;
  const answer = {
    status: 'ok' as const,
    funded: await fundedOf(tx, user.value),
    amount: usdNumber(amount),
    name: `${firstName} ${lastName}`,
    email,
    message: `${does.subject}: ${formatUsd(amount)}`,
    subject: does.subject,
  };
  return done({ journalId: moved.value.journalId, user: user.value, answer });
}

type Answer = {
  status: 'ok';
  funded: number;
  amount: number;
  name: string;
  email: string;
  message: string;
  subject: string;
};
