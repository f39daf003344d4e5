import {
  DecisionForm,
  decisionFieldId,
  ReasonedDecision,
  SentBefore,
  useRefused,
  useTyped,
} from '~/features/reviewQueue/components';
import { RiskRated } from '~/features/riskRating/components';
import { plainUsd } from '~/ledger/money';
import { Field } from '~/ui/forms/Field';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { Code } from '~/ui/Text';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import type { depositQueue } from '../deposits/depositQueries.server';
import type { CoinToEnter, IdField } from '../paymentFields.server';
import { CoinField } from './internal/CoinField';

type DepositToDecide = Awaited<ReturnType<typeof depositQueue>>['rows'][number];

/** A deposit with its proof beside it, and what can be decided about it now. */
export function DepositCard({
  deposit,
  owner,
  methodName,
  hasProof,
  sameProof,
  keys,
  reasons,
  idField,
  coin,
  coins,
}: DepositToDecide & {
  keys: Record<string, string>;
  reasons: readonly string[];
  idField: IdField;
  coin: CoinToEnter;
}) {
  const { id, amount, received, reason, createdAt, decidedAt, proofFileId, transactionId } = deposit;
  const typed = useTyped(id, 'approve');
  const errors = useRefused(id, 'approve', 'received');
  const wrongId = useRefused(id, 'approve', 'transactionId');
  const told = [
    { term: 'Method', detail: methodName ?? 'Entered by management' },
    { term: 'Amount stated', detail: <Money cents={amount} /> },
    { term: 'Submitted', detail: <Time at={createdAt} /> },
    { term: 'Risk rating', detail: <RiskRated {...owner} /> },
    ...(transactionId ? [{ term: 'Transaction id', detail: <Code>{transactionId}</Code> }] : []),
    ...(coins.asked ? [{ term: 'Asked for in coin', detail: coins.asked }] : []),
    ...(received === null ? [] : [{ term: 'Received', detail: <Money cents={received} /> }]),
    ...(coins.received ? [{ term: 'Received in coin', detail: coins.received }] : []),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
    ...(decidedAt ? [{ term: 'Decided', detail: <Time at={decidedAt} /> }] : []),
  ];
  return (
    <>
      <Stack>
        <DefinitionList items={told} />
        <Stack>
          {proofFileId ? (
            <Thumbnail src={`/files/${proofFileId}`} alt={`Proof of the deposit of ${owner.firstName}`} />
          ) : (
            <Notice tone="warning">
              {hasProof ? 'There is no picture, only a transaction id.' : 'This deposit has no proof yet.'}
            </Notice>
          )}
          <SentBefore title="The same proof came with other deposits" others={sameProof.map(otherDeposit)} />
        </Stack>
      </Stack>
      <DecisionForm id={id} decision="approve" keys={keys} button="Approve">
        <MoneyField
          id={decisionFieldId('received', { id, _intent: 'approve' })}
          name="received"
          label="Amount received"
          defaultValue={typed?.received ?? plainUsd(amount)}
          errors={errors}
          required
        />
        <CoinField id={id} decision="approve" {...coin} label="Amount received" />
        <Field
          id={decisionFieldId('transactionId', { id, _intent: 'approve' })}
          name="transactionId"
          label="Transaction id, if you know it"
          hint={idField.hint}
          defaultValue={typed?.transactionId ?? transactionId ?? ''}
          errors={wrongId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </DecisionForm>
      <ReasonedDecision id={id} decision="reject" keys={keys} button="Reject" reasons={reasons} />
      <ReasonedDecision id={id} decision="reverse" keys={keys} button="Reverse" />
    </>
  );
}

const otherDeposit = ({ id, owner, amount, status, createdAt }: DepositToDecide['sameProof'][number]) => ({
  key: id,
  line: (
    <>
      <Link to={`/admin/deposits?user=${owner.id}&show=all`}>
        {owner.firstName} {owner.lastName}
      </Link>
      : <Money cents={amount} />, {status}, <Time at={createdAt} />
    </>
  ),
});
