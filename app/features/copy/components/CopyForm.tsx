import { getFormProps } from '@conform-to/react';
import { formatUsd, plainUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { Checkbox, fieldProps, MoneyField } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { useActionForm } from '~/web/form/useActionForm';
import { startSchema } from '../schema';

type Leader = { id: string; status: string; minimumCapital: bigint; simulated: boolean };

/** Starts a copy: how much follows the trader, and where it is to end by itself. */
export function CopyForm({ trader, available, moneyKey }: { trader: Leader; available: bigint; moneyKey: string }) {
  const { id, status, minimumCapital, simulated } = trader;
  const { form, fields, askAgain, ...answer } = useActionForm(startSchema, {
    id: 'copy-trader',
    moneyKey,
    defaultValue: { amount: plainUsd(minimumCapital) },
  });
  if (status !== 'open') return <Notice>This trader takes no new copies now.</Notice>;
  return (
    <Stack>
      {available < minimumCapital && (
        <Notice>
          You have {formatUsd(available)} available, and a copy of this trader begins at {formatUsd(minimumCapital)}.{' '}
          <LinkButton to="/fundwallet">Deposit</LinkButton>
        </Notice>
      )}
      {simulated && (
        <Notice>
          This trader is simulated and makes no new trades alone: a copy follows those that the administrator enters in
          the trader log.
        </Notice>
      )}
      <PostForm {...getFormProps(form)} moneyKey={answer.moneyKey}>
        <ErrorSummary errors={problemsOf(form, { amount: 'Amount', floor: 'Floor', trader: 'Trader' })} />
        <input type="hidden" name="trader" value={id} />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Amount to copy with"
          hint={`At least ${formatUsd(minimumCapital)}. You have ${formatUsd(available)} available.`}
        />
        <MoneyField
          {...fieldProps(fields.floor)}
          label="Stop this copy if it falls to"
          required={false}
          hint="A single loss can carry it below this before it stops."
        />
        {askAgain && <Checkbox name="_again" value="1" label="Yes, start another copy like this" />}
        <Button tone="primary" icon="copy">
          Copy
        </Button>
      </PostForm>
    </Stack>
  );
}
