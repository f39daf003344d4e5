import { useState } from 'react';
import { formatBps, formatPlainUsd, formatShortUsd, formatUsd, smaller } from '~/ledger/money';
import { formatCount } from '~/platform/text/figure';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { ErrorSummary, GetForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Money, Stat, Time } from '~/ui/tables/Data';
import type { InvestStep } from '../investStep.server';
import type { PlanOnSale } from '../queries.server';
import { computePromisedReturn, findRangeProblem, getOfferKey } from '../rules';
import { investmentAmount, investmentSchema } from '../schema';
import { DepositMissing, PlanTermsList } from './PlanCard';

type Step<At extends InvestStep['at']> = Extract<InvestStep, { at: At }>;

export function InvestAmount({ plan, available, step }: { plan: PlanOnSale; available: bigint; step: Step<'amount'> }) {
  const { id, minimum, maxAmount, limit } = plan;
  const { input: entered, problem, maturesAt } = step;
  const [amount, setAmount] = useState(entered);
  const another = (
    <LinkButton to="/plans" tone="quiet">
      Another plan
    </LinkButton>
  );
  return (
    <Stack>
      <PlanTermsList plan={plan} />
      {maxAmount === null && (
        <Notice tone="info">
          {limit === 'share'
            ? 'Your running plans and this one together would commit more of the reserve than one person’s plans may, so it is not available to you now. It will be once one of your plans has ended.'
            : 'The reserve can’t cover the return of this plan now, so it is not available. It will be once the operator adds to the reserve, or another plan ends.'}
        </Notice>
      )}
      {available < minimum && !problem ? (
        <>
          <p>
            This plan begins at {formatUsd(minimum)}, and you have {formatUsd(available)} available.
          </p>
          <Cluster>
            <DepositMissing plan={plan} available={available} />
            {another}
          </Cluster>
        </>
      ) : (
        <GetForm step="amount-step" action="/plans">
          <ErrorSummary errors={problem ? [{ id: 'amount', label: 'Amount', message: problem, atField: true }] : []} />
          <input type="hidden" name="plan" value={id} />
          <MoneyField
            label="Amount to invest"
            name="amount"
            defaultValue={entered}
            errors={problem ? [problem] : undefined}
            hint={getAmountHint(plan, available)}
            onInput={({ currentTarget }) => setAmount(currentTarget.value)}
            required
          />
          <ReturnPreview plan={plan} input={amount} at={maturesAt} />
          <Cluster>
            <Button tone="primary">Review</Button>
            {another}
          </Cluster>
        </GetForm>
      )}
    </Stack>
  );
}

function getAmountHint({ minimum, maximum, maxAmount }: PlanOnSale, available: bigint): string {
  const upTo = smaller(maxAmount ?? maximum, available - (available % 100n));
  const bound = upTo > minimum ? ` and at most ${formatShortUsd(upTo)}` : '';
  return `At least ${formatShortUsd(minimum)}${bound}, in whole dollars. You have ${formatUsd(available)} available.`;
}

export function InvestReview({ plan, step, formKey }: { plan: PlanOnSale; step: Step<'review'>; formKey: string }) {
  const { amount, total, maturesAt } = step;
  return (
    <Stack>
      <DefinitionList
        items={[
          { term: 'Amount', detail: <Money cents={amount} /> },
          { term: 'Daily return', detail: formatBps(plan.dailyBps) },
          { term: `Return in ${formatCount(plan.days, 'day')}`, detail: <Money cents={total} /> },
          { term: 'Paid on', detail: <Time at={maturesAt} /> },
          { term: 'You get back', detail: <Money cents={amount + total} /> },
        ]}
      />
      <Notice tone="warning">
        No market pays returns like these. The money can’t be taken out for {formatCount(plan.days, 'day')}, and you can
        lose it.
      </Notice>
      <ActionForm
        schema={investmentSchema}
        id="invest"
        formKey={formKey}
        hidden={{ plan: plan.id, amount: formatPlainUsd(amount), _terms: getOfferKey(plan) }}
        labels={{ amount: 'Amount', plan: 'Plan' }}
        again={{ ...REPEAT_CHECKBOX, label: 'Yes, invest this amount again' }}
      >
        <SubmitWithBackLink back={{ text: 'Change the amount', to: `/plans?plan=${plan.id}` }}>
          Invest
        </SubmitWithBackLink>
      </ActionForm>
    </Stack>
  );
}

function ReturnPreview({ plan, input, at }: { plan: PlanOnSale; input: string; at: Date }) {
  const parsed = investmentAmount.safeParse(input);
  const principal = parsed.success && !findRangeProblem(plan, parsed.data) ? parsed.data : plan.minimum;
  const total = computePromisedReturn({ principal, dailyBps: plan.dailyBps, days: plan.days });
  return (
    <div aria-live="polite">
      <Stat
        label={`${formatUsd(principal)} becomes`}
        value={<Money cents={principal + total} />}
        detail={
          <>
            on <Time at={at} dateOnly />, in {formatCount(plan.days, 'day')}
          </>
        }
      />
    </div>
  );
}
