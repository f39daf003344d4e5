import { InvestAmount, InvestReview } from '~/features/money/plans/components/InvestForm';
import { PayoutNote, PlanCard, PlanMoney, RateWarning } from '~/features/money/plans/components/PlanCard';
import { loadInvestStep } from '~/features/money/plans/investStep.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { planTitle } from '~/features/money/plans/planTitle';
import { findRunningPlans, listPlansOnSale } from '~/features/money/plans/queries.server';
import { investmentSchema } from '~/features/money/plans/schema';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { LinkButton } from '~/ui/Button';
import { Carousel } from '~/ui/layout/Carousel';
import { StepDialog } from '~/ui/layout/Dialog';
import { Page } from '~/ui/layout/Layout';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData, useSearchParams } from '~/web/router';

const investmentForm = createInvestorForm({
  operation: 'invest',
  schema: investmentSchema,
  locks: lockOwnUser,
  run: (tx, input, { user }) => openInvestment(tx, user, input),
  next: () => ({ to: '/investments', toast: { tone: 'success', text: 'Investment successful!' } }),
});

export const loader = investor.loader(async ({ user, url }) => {
  const plans = await listPlansOnSale(user.id);
  const balances = (await readBalancesAndTotals(user.id)).balances;
  // A plan that is not offered leads to the page without a chosen plan.
  const chosen = plans.find(({ id }) => id === url.searchParams.get('plan')) ?? null;
  const step = chosen && loadInvestStep(chosen, url.searchParams, balances);
  // An invalid URL is a 400, like an invalid post.
  const status = step?.at === 'amount' && step.problem ? 400 : 200;
  const running = await findRunningPlans(user.id);
  const formKey = investmentForm.key(user.id);
  return data({ plans, chosen, step, running, available: balances.available, formKey }, { status });
});

export const action = investor.action(investmentForm.post);

// Reloads after refusals too, since a changed plan must be seen before the investor agrees to it.
export const shouldRevalidate = () => true;

export default function Plans() {
  const { plans, chosen, step, running, available, formKey } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <Page
      title="Investment plans"
      lead={<PlanMoney available={available} running={running} />}
      actions={<LinkButton to="/investments">Your investments</LinkButton>}
    >
      <FreezeGuard title="You can’t buy a plan now" />
      <RateWarning />
      <Carousel
        id="plans"
        label="Investment plans"
        first={query.get('first')}
        slides={plans.map((plan) => ({
          id: plan.id,
          href: `/plans?first=${plan.id}`,
          label: planTitle(plan.name),
          content: <PlanCard plan={plan} available={available} />,
        }))}
      />
      <PayoutNote />
      {chosen && step && (
        <StepDialog title={planTitle(chosen.name)} closeHref="/plans">
          <FreezeGuard title="You can’t buy a plan now">
            {step.at === 'amount' ? (
              <InvestAmount key={chosen.id} plan={chosen} available={available} step={step} />
            ) : (
              <InvestReview key={chosen.id} plan={chosen} step={step} formKey={formKey} />
            )}
          </FreezeGuard>
        </StepDialog>
      )}
    </Page>
  );
}
