import { eq } from 'drizzle-orm';
import { investment } from '#drizzle/schema';
import { type ActQueue, act, reasonSchema } from '~/features/backoffice';
import { releasePromise } from '~/ledger/posting/holds.server';
import { mustPost, type PostedJournal } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { type Handle, updateAll } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { requireUser } from '~/signIns/userById.server';
import { createPayoutLegs, payDays } from './accrueInvestments.server';
import { notifyPlanEnded } from './internal/mail.server';
import { countCompleteDays } from './internal/schedule';
import { computeEarnedAfter } from './rules';
import { investmentMachine } from './states';

/** Ends an investment early: pays accrued days, returns the principal, and releases the remaining promise to the free reserve. */
export async function endInvestmentEarly(
  tx: Handle,
  by: Actor,
  id: string,
  reason: string,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const time = now();
  const set = { endedAt: time, nextAccrualAt: null };
  const moved = await advance(tx, investment, investmentMachine, { id, event: 'end', by, reason, set });
  if (!moved.ok) return moved;
  const row = moved.value;
  // Includes completed days that the job has not accrued yet.
  const upTo = Math.max(row.daysAccrued, countCompleteDays(row, time));
  if (upTo === row.days) {
    return refuse(
      'wrong-state',
      'This investment has reached its last day and is being paid out. Nothing was changed.',
    );
  }
  await payDays(tx, [{ row, upTo }]);
  await updateAll(tx, investment, [{ id, daysAccrued: upTo }]);
  const head = { ref: id, actor: formatActor(by), approver: by.approver, reason, effectiveAt: time };
  const posted = await mustPost(tx, { ...head, kind: 'plan-ended', legs: createPayoutLegs(row.userId, row, upTo) });
  await releasePromise(tx, { ...head, kind: 'plan-return-released' }, row.promiseId);
  await notifyPlanEnded(tx, row, { reason, earned: computeEarnedAfter(row, upTo) });
  return done(posted);
}

export const PLAN_END_EARLY = act({
  name: 'plan-end-early',
  right: 'balances:change',
  event: 'end',
  schema: reasonSchema,
  run: (tx, by, { id, reason }) => endInvestmentEarly(tx, by, id, reason),
  title: async (tx, { id }) => {
    const [found] = await tx.select().from(investment).where(eq(investment.id, id));
    if (!found) return `End the plan ${id} early`;
    return `End a ${found.planName} plan of ${await requireUser(tx, found.userId)} early`;
  },
  takesTwo: 'it pays out before the time',
  toast: () => 'The plan was ended early',
});

export const createInvestmentDecisions = (path: string): ActQueue => ({
  path,
  right: 'balances:change',
  machine: investmentMachine,
  decisions: { end: PLAN_END_EARLY },
});
