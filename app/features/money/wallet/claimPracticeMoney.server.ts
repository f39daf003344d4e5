import { setLiveTrading, wasLocked } from '~/features/copying';
import { formatUsd } from '~/ledger/money';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { PRACTICE_MONEY_CENTS, postPracticeMoney } from '~/ledger/posting/practiceMoney.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, formatActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';

/** Credits practice money once to a user of paper mode. Also unlocks live trading, unless an administrator has ever locked it. */
export async function claimPracticeMoney(
  tx: Handle,
  user: ActingInvestor,
): Promise<Result<PostedJournal & { opened: boolean }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  if (!isPaper()) return refuse('live-mode', 'Practice money is available only in paper mode.');
  const by = createInvestorActor(user.id);
  const posted = await postPracticeMoney(tx, user.id, { actor: formatActor(by), effectiveAt: now() });
  if (!posted.ok) return refuse('had-before', 'This account has already received its practice money.');
  const details = { amount: formatUsd(PRACTICE_MONEY_CENTS), journal: posted.value.journalId };
  await record(tx, { thing: 'account', thingId: user.id, event: 'practice-money', by, userId: user.id, details });
  const opened = !open.value.pdtUnlocked && !(await wasLocked(tx, user.id));
  if (opened) await setLiveTrading(tx, { userId: user.id, unlocked: true, by });
  return done({ ...posted.value, opened });
}
