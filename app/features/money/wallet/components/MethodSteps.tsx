import { type ReactNode, useState } from 'react';
import { formatPlainUsd, formatShortUsd, formatUsd } from '~/ledger/money';
import { parseUsd } from '~/ledger/parseUsd';
import { Button } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { RadioCards } from '~/ui/forms/ChoiceFields';
import { ErrorSummary, GetForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { Cluster } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { CoinBadge, CoinMark } from '~/ui/pictures/CoinBadge';
import { Link } from '~/web/router';
import { findCoinOfMethod } from '../internal/coins';
import { CHOSEN_FIELD } from '../internal/noMethod';

type Method = { code: string; name: string; minimum: bigint; icon: string; network: string };

type AmountField = { name: 'amount' | 'WithdrawAmount'; action: string };

/** First step of a deposit or withdrawal: the method. `input` is an amount that the URL already has. */
export function MethodStep(
  props: AmountField & { label: string; methods: readonly Method[]; last?: string; input?: string; problem?: string },
) {
  const { label, methods, last, input, problem, name, action } = props;
  const options = methods.map((method) => {
    const coin = findCoinOfMethod(method);
    const from = `from ${formatShortUsd(method.minimum)}`;
    return {
      value: method.code,
      label: method.name,
      detail: coin ? `${coin.network}, ${from}` : from,
      mark: <CoinMark icon={method.icon} coin={coin} />,
    };
  });
  return (
    <GetForm step="amount-step" action={action}>
      <ErrorSummary once errors={problem ? [{ id: 'method', label, message: problem, atField: true }] : []} />
      <RadioCards
        name="method"
        label={label}
        options={options}
        defaultValue={last}
        errors={problem ? [problem] : undefined}
        required
      />
      {input !== undefined && <input type="hidden" name={name} value={input} />}
      <Cluster>
        <Button tone="primary" {...CHOSEN_FIELD}>
          Continue
        </Button>
      </Cluster>
    </GetForm>
  );
}

const QUICK_AMOUNTS_CENTS = [100_00n, 250_00n, 500_00n, 1_000_00n, 2_500_00n, 5_000_00n, 10_000_00n];
const MAX_QUICK_AMOUNTS = 4;

function listQuickAmounts(minimum: bigint, max: bigint | undefined): { cents: bigint; label: string }[] {
  if (max !== undefined) return max < minimum ? [] : [{ cents: max, label: `All: ${formatUsd(max)}` }];
  const usual = QUICK_AMOUNTS_CENTS.filter((cents) => cents >= minimum).slice(0, MAX_QUICK_AMOUNTS);
  return usual.map((cents) => ({ cents, label: formatShortUsd(cents) }));
}

/** Second step, for the amount. `back` leads to the first step. */
export function AmountStep(
  props: AmountField & {
    method: Method;
    label: string;
    input: string;
    problem?: string;
    max?: bigint;
    back: string;
    /** Renders the consequence of an amount (cents; null for an invalid one) below its field. */
    comes?: (cents: bigint | null) => ReactNode;
  },
) {
  const { method, label, name, action, input: entered, problem, max, back, comes } = props;
  const [amount, setAmount] = useState(entered);
  const tooLittle = max !== undefined && max < method.minimum;
  return (
    <GetForm step="amount-step" action={action}>
      <ErrorSummary once errors={problem ? [{ id: name, label: 'Amount', message: problem, atField: true }] : []} />
      {tooLittle && max > 0n && (
        <Notice tone="info">
          The minimum for {method.name} is {formatUsd(method.minimum)}, and you have {formatUsd(max)} available.{' '}
          <Link to="/fundwallet">Make a deposit</Link>
        </Notice>
      )}
      <input type="hidden" name="method" value={method.code} />
      <CoinBadge icon={method.icon} name={method.name} coin={findCoinOfMethod(method)} />
      <MoneyField
        label={`${label} ${method.name}`}
        name={name}
        defaultValue={entered}
        errors={problem ? [problem] : undefined}
        min={method.minimum}
        max={tooLittle ? undefined : max}
        onInput={({ currentTarget }) => setAmount(currentTarget.value)}
        required
      />
      <ChoiceLinks
        label="Amounts to choose from"
        items={listQuickAmounts(method.minimum, max).map(({ cents, label: text }) => ({
          href: `${back}?${new URLSearchParams({ method: method.code, [name]: formatPlainUsd(cents) })}`,
          label: text,
          current: false,
        }))}
      />
      {comes?.(parseUsd(amount))}
      <SubmitWithBackLink back={{ text: 'Another method', to: back }}>Continue</SubmitWithBackLink>
    </GetForm>
  );
}
