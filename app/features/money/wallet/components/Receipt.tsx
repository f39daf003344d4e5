import type { ReactNode } from 'react';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { StateLine } from '~/ui/messages/StateLine';
import { CoinBadge } from '~/ui/pictures/CoinBadge';
import { Amount, Code, Id } from '~/ui/Text';
import { DefinitionList, Money } from '~/ui/tables/Data';
import type { CoinOfMethod } from '../internal/coins';
import type { ReceiptStep } from '../internal/receipts';
import { getRealReference } from '../referenceKey';

export function ReferenceId({ reference }: { reference: string | null }) {
  const realReference = getRealReference(reference);
  return realReference && <Id>{realReference}</Id>;
}

/** Returns list items that identify the payment of a withdrawal; none before it is paid. */
export function listReferenceItems({ reference, paidAt }: { reference: string | null; paidAt: Date | null }) {
  const realReference = getRealReference(reference);
  if (!realReference && !paidAt) return [];
  return [{ term: 'Payment reference', detail: realReference ? <Code>{realReference}</Code> : 'None was given' }];
}

/** Receipt of a deposit or withdrawal: amount, states, facts and cancellation. `wait` is the usual duration of the step `waitOf`. */
export function Receipt(props: {
  id: string;
  number: string;
  amount: bigint;
  method: { name: string; icon: string; coin: CoinOfMethod | null } | null;
  steps: readonly ReceiptStep[];
  wait: string | null;
  waitOf: string;
  items: readonly { term: ReactNode; detail: ReactNode }[];
  formKey: string | null;
  held?: string | null;
}) {
  const { id, number, amount, method, steps, wait, waitOf, items, formKey, held } = props;
  const facts = [
    { term: 'Number', detail: <Code>{number}</Code> },
    {
      term: 'Method',
      detail: method ? <CoinBadge icon={method.icon} name={method.name} coin={method.coin} /> : 'Entered by management',
    },
    ...items,
  ];
  return (
    <Card>
      <Amount>
        <Money cents={amount} />
      </Amount>
      <StateLine label={`States of ${number}`} states={steps} />
      {held && <Notice title="On hold">{held}</Notice>}
      {wait && !held && (
        <p>
          {waitOf} {wait}, based on recent requests.
        </p>
      )}
      <DefinitionList items={facts} />
      {formKey && (
        <PostForm formKey={formKey} at="main" inline>
          <input type="hidden" name="_intent" value="cancel" />
          <input type="hidden" name="id" value={id} />
          <Cluster>
            <Button tone="danger">Cancel</Button>
          </Cluster>
        </PostForm>
      )}
    </Card>
  );
}
