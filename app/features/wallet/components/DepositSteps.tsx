import { getFormProps } from '@conform-to/react';
import { plainUsd } from '~/ledger/money';
import { CopyText } from '~/ui/Button';
import { Checkbox } from '~/ui/forms/ChoiceFields';
import { fieldProps } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { SubmitOrBack } from '~/ui/forms/SubmitOrBack';
import { Grid, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { CoinBadge } from '~/ui/pictures/CoinBadge';
import { QrCode } from '~/ui/pictures/QrCode';
import { Muted } from '~/ui/Text';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import type { DepositMethod } from '../deposits/depositQueries.server';
import type { Payment } from '../deposits/paymentOf.server';
import { QUOTE_MINUTES } from '../internal/coins';
import { depositSchema } from '../schema';
import { RATE } from './internal/rate';

export const DEPOSIT_STEPS = ['Method', 'Amount', 'Payment and proof'];

/** What a deposit comes to, in order. */
export const DEPOSIT_NEXT = [
  'You are shown an address, and the amount in your coin.',
  'You pay, and add a picture of the payment or its transaction id.',
  'Management reviews it, and the amount is in your balance. You get a mail.',
];

/** What will be credited, where to send it, and the picture that shows it was sent. */
export function PaymentStep(props: {
  method: DepositMethod;
  amount: bigint;
  payment: Payment;
  /** What the form brings back of the amount in coin; null without a price. */
  asked: string | null;
  formKey: string;
  simulated: boolean;
}) {
  const { method, amount, simulated, asked } = props;
  const { coin, worth, code } = props.payment;
  const { form, fields, kept, formKey, askAgain } = useActionForm(depositSchema, {
    id: 'deposit',
    formKey: props.formKey,
  });
  return (
    <Stack gap="loose">
      <DefinitionList
        items={[
          { term: 'Method', detail: <CoinBadge icon={method.icon} name={method.name} coin={coin} /> },
          { term: 'Amount', detail: <Money cents={amount} /> },
          { term: 'Charge', detail: <Money cents={0n} /> },
          RATE,
          { term: 'Total to pay', detail: <Money cents={amount} /> },
        ]}
      />
      <Section title={`Pay to this ${method.name} address`}>
        {simulated && (
          <Notice tone="warning" title="Nothing can be paid here">
            This is paper mode: the address is not a real one. Send nothing; any picture will do as proof.
          </Notice>
        )}
        {coin && (
          <p>
            <strong>
              Send only {coin.coin} over the {coin.network} network.
            </strong>{' '}
            Anything else may be lost.
          </p>
        )}
        <Grid cell="small">
          <Stack gap="tight">
            {coin && worth && (
              <>
                <Muted>
                  Amount in {coin.coin}
                  {worth.at && (
                    <>
                      {' '}
                      at the price of <Time at={worth.at} clockOnly />
                    </>
                  )}
                </Muted>
                <CopyText text={worth.amount} label={`amount in ${coin.coin}`} />
                <Muted>Send exactly this within {QUOTE_MINUTES} minutes: its last digits are yours alone.</Muted>
              </>
            )}
            <Muted>Address</Muted>
            <CopyText text={method.address} label={`${method.name} address`} />
          </Stack>
          <QrCode code={code} label={`QR code of the ${method.name} address ${method.address}`} />
        </Grid>
      </Section>
      <PostForm {...getFormProps(form)} formKey={formKey} multipart>
        <ErrorSummary once errors={problemsOf(form, { proof: 'Proof of payment' })} />
        <input type="hidden" name="method" value={method.code} />
        <input type="hidden" name="amount" value={plainUsd(amount)} />
        {asked && <input type="hidden" name="_asked" value={asked} />}
        <FileField
          id={fields.proof.id}
          name={fields.proof.name}
          errors={fields.proof.errors}
          label="Proof of payment"
          hint={`A picture of the payment: ${acceptedText('proof')}. Only you and management can see it.`}
          accept={acceptAttribute('proof')}
          kept={kept.proof}
          sends="proof"
        />
        <Checkbox
          {...fieldProps(fields._later)}
          value="1"
          label="Add the picture or the transaction id later, on the deposit’s page"
        />
        {askAgain && <Checkbox name="_again" value="1" label="Yes, this is another payment of the same amount" />}
        <SubmitOrBack back={{ words: 'Change the amount', to: `/fundwallet?method=${method.code}` }}>
          Confirm deposit
        </SubmitOrBack>
      </PostForm>
    </Stack>
  );
}
