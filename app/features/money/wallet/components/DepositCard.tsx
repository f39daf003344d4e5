import {
  type Check,
  createSameFileRows,
  DecisionForm,
  type Opened,
  OpenItem,
  ReasonedDecision,
} from '~/features/backoffice/components';
import { RiskRatingText } from '~/features/people/components';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Cluster } from '~/ui/layout/Layout';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { ForeignLink, Id } from '~/ui/Text';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import { formatCoinAmount, formatReceived } from '../coinAmountText';
import type { loadDepositQueue } from '../deposits/depositQueries.server';
import type { DepositWorth } from '../deposits/depositWorth.server';
import { NO_PROOF, SAME_PROOF } from '../deposits/risks';
import type { CoinToEnter } from '../paymentFields.server';
import { createCoinField } from './internal/paymentFields';

type DepositToDecide = Awaited<ReturnType<typeof loadDepositQueue>>['rows'][number];

/** Lines of the approval's effect that the card or its form shows. */
const EFFECTS_IN_FACTS = [
  'Amount stated',
  'Amount received',
  'Amount requested in coin',
  'Amount received in coin',
  'Worth, the lesser of submission and now',
  'Transaction',
  'Proof',
];

export function DepositCard({
  deposit,
  owner,
  methodName,
  hasProof,
  sameProof,
  reasons,
  coin,
  coins,
  explorer,
  worth,
  filled,
  ...opened
}: Opened &
  DepositToDecide & { reasons: readonly string[]; coin: CoinToEnter; worth: DepositWorth | null; filled: string }) {
  const { id, amount, received, reason, createdAt, decidedAt, proofFileId, transactionId } = deposit;
  const { keys } = opened;
  const withCoin = (cents: bigint, inCoin: string | null) => (
    <>
      <Money cents={cents} />
      {inCoin && `, ${inCoin}`}
    </>
  );
  const facts = [
    { term: 'Method', detail: methodName ?? 'Entered by management' },
    { term: 'Amount stated', detail: withCoin(amount, coins.requested) },
    ...(received === null ? [] : [{ term: 'Received', detail: withCoin(received, coins.received) }]),
    ...(worth?.seen
      ? [
          {
            term: 'On the statement',
            detail: <SeenPayment seen={worth.seen} method={deposit.method} requested={deposit.coinAmount} />,
          },
        ]
      : []),
    ...(worth?.cents
      ? [{ term: worth.seen ? 'Worth when it was paid' : 'Worth at least', detail: <Money cents={worth.cents} /> }]
      : []),
    { term: 'Submitted', detail: <Time at={createdAt} /> },
    { term: 'Risk rating', detail: <RiskRatingText {...owner} /> },
    ...(transactionId
      ? [
          {
            term: 'Transaction ID',
            detail: (
              <Cluster>
                <Id>{transactionId}</Id>
                {explorer && <ForeignLink href={explorer}>Open in an explorer</ForeignLink>}
              </Cluster>
            ),
          },
        ]
      : []),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
    ...(decidedAt ? [{ term: 'Decided', detail: <Time at={decidedAt} /> }] : []),
  ];
  const checks: Check[] = [
    ...createSameFileRows(SAME_PROOF, 'The same proof came with other deposits:', sameProof.map(renderOtherDeposit)),
    ...(proofFileId
      ? []
      : [
          {
            risk: NO_PROOF,
            content: hasProof ? 'There is no picture, only a transaction ID' : 'This deposit has no proof yet',
          },
        ]),
  ];
  return (
    <OpenItem
      {...opened}
      checks={checks}
      facts={EFFECTS_IN_FACTS}
      decisions={
        <>
          <DecisionForm
            id={id}
            decision="approve"
            keys={keys}
            button="Approve"
            fields={[
              { as: MoneyField, name: 'received', label: 'Amount received', filled, required: true },
              createCoinField(coin, 'Received'),
              {
                name: 'transactionId',
                label: 'Transaction ID, if you know it',
                filled: transactionId ?? '',
                autoComplete: 'off',
                autoCapitalize: 'none',
                spellCheck: false,
              },
            ]}
          />
          <ReasonedDecision id={id} decision="reject" keys={keys} button="Reject" reasons={reasons} />
          <ReasonedDecision id={id} decision="reverse" keys={keys} button="Reverse" />
          <ReasonedDecision id={id} decision="charge-back" keys={keys} button="Charged back" />
        </>
      }
    >
      <DefinitionList items={facts} />
      {proofFileId && <Thumbnail src={`/files/${proofFileId}`} alt={`Proof of the deposit of ${owner.firstName}`} />}
    </OpenItem>
  );
}

const SeenPayment = ({
  seen,
  method,
  requested,
}: {
  seen: { at: Date; units: bigint | null };
  method: string;
  requested: bigint | null;
}) => (
  <>
    <Time at={seen.at} />
    {seen.units !== null && `, ${formatReceived(method, requested, seen.units)}`}
  </>
);

const renderOtherDeposit = ({
  id,
  owner,
  amount,
  method,
  coinAmount,
  status,
  createdAt,
}: DepositToDecide['sameProof'][number]) => ({
  key: id,
  line: (
    <>
      <Link to={`/admin/deposits?user=${owner.id}&show=all`}>
        {owner.firstName} {owner.lastName}
      </Link>
      : <Money cents={amount} />
      {coinAmount !== null && `, asked for ${formatCoinAmount(method, coinAmount)}`}, {status}, <Time at={createdAt} />
    </>
  ),
});
