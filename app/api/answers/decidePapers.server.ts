import { latestKyc } from '~/features/people/kyc/queries.server';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { userByEmail } from './users.server';

/** Decides about the papers that a user, named by address, sent last. */
export async function decidePapers(
  tx: Handle,
  email: string,
  message: string,
  decide: (id: string) => Promise<Result<unknown>>,
) {
  const user = await userByEmail(tx, email);
  if (!user.ok) return user;
  const papers = await latestKyc(tx, user.value.id);
  if (!papers) return refuse('no-papers', "user hasn't sent any KYC documents yet", 'email');
  const decided = await decide(papers.id);
  if (!decided.ok) return decided;
  const { firstName, lastName } = user.value;
  return done({
    answer: { status: 'ok' as const, message, userName: `${firstName} ${lastName}`, userEmail: user.value.email },
  });
}
