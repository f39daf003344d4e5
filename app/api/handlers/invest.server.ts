import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { plansOnSale } from '~/features/money/plans/queries.server';
import { offered } from '~/features/money/plans/rules';
import { formatUsd, usdNumber } from '~/ledger/money';
import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { pick, planNames } from '../named';

export const invest: CallHandler<'invest'> = async ({ user, input, once }) => {
  const picked = pick(await plansOnSale(user.id), input.plan, planNames, 'plan');
  if (!picked.ok) return picked;
  const plan = picked.value;
  return await once(
    async (tx) => {
      if (!plan) return refuse('unknown-plan', 'Choose a plan', 'plan');
      const terms = {
        percent: plan.dailyBps / 100,
        min: usdNumber(plan.minimum),
        max: usdNumber(plan.maximum),
        duration: plan.days,
      };
      for (const name of ['percent', 'min', 'max', 'duration'] as const) {
        if (input[name] === undefined || input[name] === terms[name]) continue;
        return refuse(
          'other-terms',
          `The ${name} of the ${plan.name} plan is ${terms[name]}. Nothing was bought.`,
          name,
        );
      }
      const { amount } = input;
      const opened = await openInvestment(tx, user, { plan: plan.id, amount, terms: offered(plan) });
      if (!opened.ok) return opened;
      const { id, journalId } = opened.value;
      const message = `${formatUsd(amount)} invested in the ${plan.name} plan`;
      return done({ journalId, answer: { status: 'ok', id, amount: usdNumber(amount), message } });
    },
    { asked: { plan: plan?.id, amount: input.amount }, locks: { users: [user.id] } },
  );
};
