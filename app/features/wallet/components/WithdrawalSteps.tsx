import { getFormProps } from '@conform-to/react';
import { plainUsd } from '~/ledger/money';
import { useActionForm } from '~/platform/form/useActionForm';
import { Button, LinkButton } from '~/ui/Button';
import { ConfirmField } from '~/ui/ConfirmField';
import { DefinitionList, Money } from '~/ui/Data';
import { Checkbox, Field, fieldProps } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Cluster, Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { withdrawalSchema } from '../schema';
import type { WithdrawalMethod } from '../withdrawalQueries.server';

/**
 * What will happen, with every cost, before it is confirmed; the wallet is asked for here and, where `asksCode`, a code of the
 * second factor.
 */
export function PreviewStep({
  method,
  amount,
  moneyKey,
  asksCode,
}: {
  method: WithdrawalMethod;
  amount: bigint;
  moneyKey: string;
  asksCode: boolean;
}) {
  const { form, fields, askAgain, confirm, ...answer } = useActionForm(withdrawalSchema, { id: 'withdraw', moneyKey });
  return (
    <Stack>
      <DefinitionList
        items={[
          { term: 'Method', detail: method.name },
          { term: 'Amount', detail: <Money cents={amount} /> },
          { term: 'Charge', detail: <Money cents={method.fee} /> },
          { term: 'Rate', detail: '1 USD = 1 USD' },
          { term: 'You receive', detail: <Money cents={amount - method.fee} /> },
        ]}
      />
      <PostForm {...getFormProps(form)} moneyKey={answer.moneyKey}>
        <ErrorSummary errors={problemsOf(form, { wallet: 'Wallet address', otp: 'Code' })} />
        <input type="hidden" name="method" value={method.code} />
        <input type="hidden" name="WithdrawAmount" value={plainUsd(amount)} />
        <input type="hidden" name="_charge" value={plainUsd(method.fee)} />
        <Field
          {...fieldProps(fields.wallet)}
          label={`Your ${method.name} wallet address`}
          hint="Money sent to a wrong address can't be brought back."
          autoComplete="off"
          spellCheck={false}
        />
        {askAgain && <Checkbox name="_again" value="1" label="Yes, withdraw this amount once more" />}
        <ConfirmField asked={asksCode || confirm} id={`${form.id}-otp`} errors={form.allErrors.otp} />
        <Notice tone="info">
          The amount is held until management has decided. You can cancel until then. No other charge will be asked for.
        </Notice>
        <Cluster>
          <Button tone="primary">Confirm withdrawal</Button>
          <LinkButton to={`/withdraw?method=${method.code}`} tone="quiet">
            Change the amount
          </LinkButton>
        </Cluster>
      </PostForm>
    </Stack>
  );
}
