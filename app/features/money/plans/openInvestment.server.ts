import { investment, plan as planTable, setting } from '#drizzle/schema';
import { availableAccount, principalAccount } from '~/ledger/chartOfAccounts';
import { formatBps, formatUsd } from '~/ledger/money';
import { makePromise } from '~/ledger/posting/holds.server';
import type { PostedJournal } from '~/ledger/posting/post.server';
import { refuseNotCovered } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, formatActor } from '~/platform/states';
import { formatCount } from '~/platform/text/figure';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { refuseWithoutTwo } from '~/signIns/twoAdministrators.server';
import { loadCommitment, SHARE_SETTING } from './internal/commitment.server';
import { notifyPlanOpened } from './internal/mail.server';
import { getDayEnd } from './internal/schedule';
import { computePromisedReturn, findRangeProblem, getOfferKey } from './rules';

export type OpenedInvestment = PostedJournal & { id: string };

/** Invests money in a plan and commits its whole return. Refused if the reserve, or the user's share of it, is too small. */
export async function openInvestment(
  tx: Handle,
  asker: ActingInvestor,
  { plan: planId, amount, terms: shown }: { plan: string; amount: bigint; terms?: string },
): Promise<Result<OpenedInvestment>> {
  const open = await findActingUser(tx, asker, { begin: 'other' });
  if (!open.ok) return open;
  const user = open.value;
  const closed = await refuseWithoutTwo(tx);
  if (closed) return closed;
  prefetchVerified(tx, setting, { key: SHARE_SETTING });
  const [plan] = await verified(tx, planTable, { id: planId });
  if (!plan?.enabled) return refuse('unknown-plan', 'Choose a plan', 'plan');
  if (shown !== undefined && shown !== getOfferKey(plan)) {
    return refuse(
      'terms-changed',
      `The terms of this plan have changed: it now pays ${formatBps(plan.dailyBps)} a day for ${formatCount(plan.days, 'day')}. Nothing was invested. Please check it again.`,
    );
  }
  const outside = findRangeProblem(plan, amount);
  if (outside) return refuse('out-of-range', outside, 'amount');
  const terms = { principal: amount, dailyBps: plan.dailyBps, days: plan.days };
  const total = computePromisedReturn(terms);
  if (total === 0n) return refuse('no-return', 'This amount is too small to earn anything', 'amount');

  const id = newId();
  const openedAt = now();
  const by = createInvestorActor(user.id);
  const head = { ref: id, actor: formatActor(by), effectiveAt: openedAt };
  const legs = [{ debit: availableAccount(user.id), credit: principalAccount(user.id), amount }];
  const purchase = { ...head, kind: 'plan-opened', legs } as const;
  const promised = await makePromise(
    tx,
    { ...head, kind: 'plan-return-reserved' },
    { total, purpose: `plan:${id}` },
    purchase,
  );
  if (!promised.ok && promised.error.kind === purchase.kind) return await refuseNotCovered(tx, user.id, amount);
  if (!promised.ok) {
    return refuse(
      'short-reserve',
      `The return on this amount, ${formatUsd(total)}, must be set aside before a plan is sold, and the reserve is too small now. Nothing was invested. A smaller amount or another plan may be possible.`,
      'amount',
    );
  }

  const { left, owed, shareBps } = await loadCommitment(tx, user.id);
  if (total > left) {
    return refuse(
      'over-share',
      `One person’s plans may commit at most ${formatBps(shareBps)} of the reserve. Your running plans are still owed ${formatUsd(owed)}, so ${formatUsd(left)} is left for you now, and the return on this amount is ${formatUsd(total)}. Nothing was invested. A smaller amount or another plan may be possible.`,
      'amount',
    );
  }

  const maturesAt = getDayEnd({ openedAt }, plan.days);
  const row: typeof investment.$inferSelect = {
    id,
    userId: user.id,
    planId,
    planName: plan.name,
    ...terms,
    promiseId: promised.value.promiseId,
    daysAccrued: 0,
    nextAccrualAt: getDayEnd({ openedAt }, 1),
    openedAt,
    maturesAt,
    endedAt: null,
    status: 'running',
  };
  await insertAll(tx, investment, [row]);
  await record(tx, { thing: 'investment', thingId: id, event: 'open', to: 'running', by, userId: user.id });
  await notifyPlanOpened(tx, user, { id, name: plan.name, amount, total, maturesAt });
  return done({ id, journalId: promised.value.journalId });
}
