import { formatPlainUsd } from '~/ledger/money';
import { CopyButton, CopyText } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Checkbox, REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { FileField } from '~/ui/forms/FileField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { Cluster, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { CoinBadge } from '~/ui/pictures/CoinBadge';
import { QrCode } from '~/ui/pictures/QrCode';
import { Muted } from '~/ui/Text';
import { DefinitionList, Money, Stat, Time } from '~/ui/tables/Data';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import type { DepositMethod } from '../deposits/depositQueries.server';
import type { DepositPayment } from '../deposits/paymentOf.server';
import { QUOTE_MINUTES } from '../internal/coins';
import { depositSchema } from '../schema';
import { DOLLAR_RATE_STEP } from './internal/rate';

export const DEPOSIT_STEPS = ['Method', 'Amount', 'Payment and proof'];

export const DEPOSIT_NEXT_STEPS = [
  'We show you an address, and the amount in your coin.',
  'You pay, and add a picture of the payment here, or its transaction ID on the deposit’s page.',
  'Management reviews it and credits your balance. We email you.',
];

export function PaymentStep(props: {
  method: DepositMethod;
  amount: bigint;
  payment: DepositPayment;
  signedCoinAmount: string | null;
  formKey: string;
  simulated: boolean;
}) {
  const { method, amount, simulated, signedCoinAmount } = props;
  const { coin, worth, code } = props.payment;
  return (
    <Stack gap="loose">
      <Section
        title={`Pay to this ${method.name} address`}
        actions={<CoinBadge icon={method.icon} name={method.name} coin={coin} />}
      >
        {simulated && (
          <Notice tone="warning" title="No payments possible">
            This is paper mode: the address is not real. Don’t send money; any picture works as proof.
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
        <div className="grid items-center gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Stack gap="tight">
            {coin && worth && (
              <>
                <Cluster spread>
                  <Stat
                    label="Total to pay"
                    value={`${worth.amount} ${coin.coin}`}
                    detail={
                      <>
                        <Money cents={amount} />
                        {worth.at && (
                          <>
                            {' '}
                            at the price of <Time at={worth.at} clockOnly />
                          </>
                        )}
                      </>
                    }
                  />
                  <CopyButton text={worth.amount} label={`amount in ${coin.coin}`} />
                </Cluster>
                <Muted>
                  Send exactly this amount within {QUOTE_MINUTES} minutes: its last digits identify your payment.
                </Muted>
              </>
            )}
            <Muted>Address</Muted>
            <CopyText text={method.address} label={`${method.name} address`} />
          </Stack>
          <div className="justify-self-center max-sm:order-first">
            <QrCode code={code} label={`QR code of the ${method.name} address ${method.address}`} />
          </div>
        </div>
      </Section>
      <DefinitionList
        items={[
          { term: 'Amount', detail: <Money cents={amount} /> },
          { term: 'Charge', detail: <Money cents={0n} /> },
          DOLLAR_RATE_STEP,
          ...(worth ? [] : [{ term: 'Total to pay', detail: <Money cents={amount} /> }]),
        ]}
      />
      <ActionForm
        schema={depositSchema}
        id="deposit"
        formKey={props.formKey}
        summary={() => ({ once: true })}
        hidden={{ method: method.code, amount: formatPlainUsd(amount), _asked: signedCoinAmount || undefined }}
        fields={[
          {
            as: FileField,
            name: 'proof',
            label: 'Proof of payment',
            hint: `A picture of the payment: ${acceptedText('proof')}. Only you and management can see it.`,
            accept: acceptAttribute('proof'),
            sends: 'proof',
          },
          {
            as: Checkbox,
            name: '_later',
            value: '1',
            label: 'Add the picture or the transaction ID later, on the deposit’s page',
          },
        ]}
        again={{ ...REPEAT_CHECKBOX, label: 'Yes, this is another payment of the same amount' }}
      >
        <SubmitWithBackLink back={{ text: 'Change the amount', to: `/fundwallet?method=${method.code}` }}>
          Confirm deposit
        </SubmitWithBackLink>
      </ActionForm>
    </Stack>
  );
}
