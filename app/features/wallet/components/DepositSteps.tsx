import { getFormProps } from '@conform-to/react';
import { plainUsd } from '~/ledger/money';
import { Button, CopyText, LinkButton } from '~/ui/Button';
import { DefinitionList, Money } from '~/ui/Data';
import { Checkbox, FileField } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Cluster, Section, Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { QrCode } from '~/ui/QrCode';
import { useActionForm } from '~/web/form/useActionForm';
import type { DepositMethod } from '../depositQueries.server';
import { depositSchema } from '../schema';

export const DEPOSIT_STEPS = ['Method', 'Amount', 'Payment and proof'];

/** What will be credited, where to send it, and the picture that shows it was sent. */
export function PaymentStep(props: { method: DepositMethod; amount: bigint; moneyKey: string; simulated: boolean }) {
  const { method, amount, simulated } = props;
  const { form, fields, kept, moneyKey, askAgain } = useActionForm(depositSchema, {
    id: 'deposit',
    moneyKey: props.moneyKey,
  });
  return (
    <Stack gap="loose">
      <DefinitionList
        items={[
          { term: 'Method', detail: method.name },
          { term: 'Amount', detail: <Money cents={amount} /> },
          { term: 'Charge', detail: <Money cents={0n} /> },
          { term: 'Rate', detail: '1 USD = 1 USD' },
          { term: 'Total to pay', detail: <Money cents={amount} /> },
        ]}
      />
      <Section title={`Pay to this ${method.name} address`}>
        {simulated && (
          <Notice tone="warning" title="Nothing can be paid here">
            This is paper mode: the address is not a real one. Send nothing; any picture will do as proof.
          </Notice>
        )}
        <CopyText text={method.address} label={`${method.name} address`} />
        <QrCode text={method.address} label={`QR code of the ${method.name} address ${method.address}`} />
      </Section>
      <PostForm {...getFormProps(form)} moneyKey={moneyKey} multipart>
        <ErrorSummary errors={problemsOf(form, { proof: 'Proof of payment', amount: 'Amount', method: 'Method' })} />
        <input type="hidden" name="method" value={method.code} />
        <input type="hidden" name="amount" value={plainUsd(amount)} />
        <FileField
          id={fields.proof.id}
          name={fields.proof.name}
          errors={fields.proof.errors}
          label="Proof of payment"
          hint="A picture of the payment: JPG, PNG, SVG or WebP, at most 5 MB. Only you and management can see it."
          accept="image/jpeg,image/png,image/svg+xml,image/webp,.jpg,.jpeg,.png,.svg,.webp"
          kept={kept.proof}
          required
        />
        {askAgain && <Checkbox name="_again" value="1" label="Yes, this is another payment of the same amount" />}
        <Cluster>
          <Button tone="primary">Confirm deposit</Button>
          <LinkButton to={`/fundwallet?method=${method.code}`} tone="quiet">
            Change the amount
          </LinkButton>
        </Cluster>
      </PostForm>
    </Stack>
  );
}
