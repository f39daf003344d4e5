import { DecisionForm, FoldedDecision, QueueCard } from '~/features/backoffice/components';
import { methodText } from '~/platform/text/methodText';
import { CopyText } from '~/ui/Button';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import type { CoinToEnter, IdField } from '../paymentFields.server';
import type { restoreToGoThrough } from '../restored/toGoThrough.server';
import { coinInput, referenceField } from './internal/paymentFields';
import { referenceItem } from './Receipt';

type CameBack = NonNullable<Awaited<ReturnType<typeof restoreToGoThrough>>>['rows'][number];

export function RestoredCard(
  props: CameBack & { keys: Record<string, string>; answered: boolean; idField: IdField; coin: CoinToEnter },
) {
  const { withdrawal, owner, methodName, keys, answered, idField, coin } = props;
  const { id, amount, fee, method, wallet, status, requestedAt, approvedAt } = withdrawal;
  const isPaid = status === 'paid';
  const row = { id, keys };
  return (
    <QueueCard id={id} owner={owner} status={status} since={requestedAt} value={<Money cents={amount - fee} />}>
      <DefinitionList
        items={[
          { term: 'Method', detail: methodText(method, methodName) },
          { term: isPaid ? 'Paid' : 'To pay', detail: <Money cents={amount - fee} /> },
          { term: 'Requested', detail: <Time at={requestedAt} /> },
          ...(approvedAt && !isPaid ? [{ term: 'Approved', detail: <Time at={approvedAt} /> }] : []),
          ...(answered ? [{ term: 'Before the restore', detail: isPaid ? 'Paid' : 'Not paid' }] : []),
          ...referenceItem(withdrawal),
        ]}
      />
      <CopyText text={wallet} label={`wallet of ${owner.firstName}`} />
      <DecisionForm {...row} decision="found-unpaid" button="It was not paid" />
      <FoldedDecision
        {...row}
        decision="found-paid"
        button="It was paid"
        fields={[referenceField(idField), coinInput(coin, 'Amount sent')]}
      />
    </QueueCard>
  );
}
