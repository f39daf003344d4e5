import { getFormProps } from '@conform-to/react';
import { formatUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Money, Stat } from '~/ui/tables/Data';
import { useActionForm } from '~/web/form/useActionForm';
import type { PlanOnSale } from '../queries.server';
import { daysText, offered, promisedReturn, rangeProblem } from '../rules';
import { investmentAmount, investmentSchema } from '../schema';
import { PlanTerms } from './PlanCard';

/** The amount of a plan that was chosen: what can be spent, the plan's terms, and one press to invest. */
export function InvestForm({ plan, available, formKey }: { plan: PlanOnSale; available: bigint; formKey: string }) {
  const { form, fields, askAgain, ...answer } = useActionForm(investmentSchema, { id: 'invest', formKey });
  const { id, minimum, maximum, most, limit, days } = plan;
  return (
    <Stack>
      <Stat label="Available balance" value={<Money cents={available} />} />
      <PlanTerms plan={plan} />
      <Notice tone="warning">
        No market pays returns like these. The money can't be taken out for {daysText(days)}, and you can lose it.
      </Notice>
      {most === null && (
        <Notice tone="info">
          {limit === 'share'
            ? "Your running plans and this one together would commit more of the reserve than one person's plans may, so it can't be sold to you now. It can again once one of your plans has ended."
            : "The reserve does not hold the return on this plan now, so it can't be sold. It can again once the operator has added to the reserve, or another plan has ended."}
        </Notice>
      )}
      <PostForm {...getFormProps(form)} formKey={answer.formKey}>
        <ErrorSummary errors={problemsOf(form, { amount: 'Amount' })} />
        <input type="hidden" name="plan" value={id} />
        <input type="hidden" name="_terms" value={offered(plan)} />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Amount to invest"
          hint={`Whole dollars, from ${formatUsd(minimum)} to ${formatUsd(most ?? maximum)}`}
        />
        <Earnings plan={plan} typed={fields.amount.value} />
        {askAgain && <Checkbox name="_again" value="1" label="Yes, invest this amount once more" />}
        <Cluster>
          <Button tone="primary">Invest</Button>
          <LinkButton to="/plans" tone="quiet">
            Another plan
          </LinkButton>
        </Cluster>
      </PostForm>
    </Stack>
  );
}

/** What the amount comes to, while it is typed; without scripts the terms above say it by an example. */
function Earnings({ plan, typed }: { plan: PlanOnSale; typed: unknown }) {
  const parsed = investmentAmount.safeParse(typed);
  if (!parsed.success || rangeProblem(plan, parsed.data)) return null;
  const total = promisedReturn({ principal: parsed.data, dailyBps: plan.dailyBps, days: plan.days });
  return (
    <p aria-live="polite">
      In {daysText(plan.days)} this earns {formatUsd(total)}, which is set aside when you invest.
    </p>
  );
}
