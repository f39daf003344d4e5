import { DecisionForm, QueueCard, ReasonedDecision, WrittenDecision } from '~/features/reviewQueue/components';
import { CopyText } from '~/ui/Button';
import { DefinitionList, Money, Time } from '~/ui/Data';
import { Stack } from '~/ui/Layout';
import { Code } from '~/ui/Text';
import { milestones } from '../states';
import type { withdrawalQueue } from '../withdrawalQueries.server';

type Row = Awaited<ReturnType<typeof withdrawalQueue>>['rows'][number];

/** A withdrawal and what can be decided about it now. */
export function WithdrawalCard({ withdrawal, owner, methodName, keys }: Row & { keys: Record<string, string> }) {
  const { id, amount, fee, method, wallet, status, reason, reference, requestedAt, waitsUntil } = withdrawal;
  const asked = [
    { term: 'Method', detail: methodName ?? method },
    { term: 'Amount', detail: <Money cents={amount} /> },
    ...(fee > 0n ? [{ term: 'Charge', detail: <Money cents={fee} /> }] : []),
    ...(status === 'requested' || status === 'approved'
      ? [{ term: 'To pay', detail: <Money cents={amount - fee} /> }]
      : []),
    { term: 'Requested', detail: <Time at={requestedAt} /> },
    ...(status === 'requested' && waitsUntil
      ? [{ term: 'Can be approved from', detail: <Time at={waitsUntil} /> }]
      : []),
    ...(owner.frozenAt ? [{ term: 'Account frozen since', detail: <Time at={owner.frozenAt} /> }] : []),
    ...milestones(withdrawal).map(({ state, at }) => ({ term: capitalised(state), detail: <Time at={at} /> })),
    ...(reference ? [{ term: 'Reference', detail: <Code>{reference}</Code> }] : []),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
  ];
  const row = { id, keys };
  return (
    <QueueCard id={id} owner={owner} status={status} since={requestedAt} value={<Money cents={amount} />}>
      <DefinitionList items={asked} />
      <CopyText text={wallet} label={`wallet of ${owner.firstName}`} />
      <DecisionForm {...row} decision="approve" button="Approve" />
      <Stack gap="tight">
        <WrittenDecision
          {...row}
          decision="approve-and-pay"
          button="Approve and pay"
          name="reference"
          label={REFERENCE}
        />
        <WrittenDecision {...row} decision="pay" button="Paid" name="reference" label={REFERENCE} />
        <ReasonedDecision {...row} decision="reject" button="Reject" />
        <ReasonedDecision {...row} decision="bounce" button="Payment returned" />
      </Stack>
    </QueueCard>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const REFERENCE = 'Reference of the payment, a transaction id';
