import {
  type Check,
  DecisionForm,
  FoldedDecision,
  type Opened,
  OpenItem,
  ReasonedDecision,
} from '~/features/backoffice/components';
import { MayLink, RiskRatingText } from '~/features/people/components';
import { capitalise } from '~/platform/text/capitalised';
import { methodText } from '~/platform/text/methodText';
import { CopyText } from '~/ui/Button';
import { Code } from '~/ui/Text';
import { DefinitionList, Facts, Money, Time } from '~/ui/tables/Data';
import type { CoinToEnter, IdField } from '../paymentFields.server';
import { getShownWait, listMilestones } from '../states';
import { DEBT_RISK, FROZEN_ACCOUNT_RISK, NEW_WALLET, SHARED_WALLET } from '../withdrawals/risks';
import type { WithdrawalChecks } from '../withdrawals/withdrawalChecks.server';
import type { loadWithdrawalQueue } from '../withdrawals/withdrawalQueries.server';
import { InCoin } from './internal/InCoin';
import { createCoinField, createReferenceField } from './internal/paymentFields';
import { listReferenceItems } from './Receipt';

type WithdrawalToDecide = Awaited<ReturnType<typeof loadWithdrawalQueue>>['rows'][number];

/** Lines of the approval's effect that the card shows. */
const EFFECTS_IN_FACTS = ['To', 'By', 'Requested', 'To be paid', 'Address'];

export function WithdrawalCard({
  withdrawal,
  owner,
  methodName,
  reasons,
  checks,
  idField,
  coin,
  sent,
  ...opened
}: Opened &
  WithdrawalToDecide & {
    reasons: readonly string[];
    checks?: WithdrawalChecks;
    idField: IdField;
    coin: CoinToEnter;
  }) {
  const { id, amount, fee, method, wallet, status, reason, requestedAt } = withdrawal;
  const wait = getShownWait(withdrawal);
  const isToPay = status === 'requested' || status === 'approved';
  const toPay = (
    <>
      <Money cents={amount - fee} />
      {checks?.coin && (
        <>
          , <InCoin {...checks.coin} />
        </>
      )}
    </>
  );
  const requested = [
    ...(isToPay ? [{ term: 'To pay', detail: toPay }] : []),
    // Without a charge, the amount equals the amount to pay.
    ...(isToPay && fee === 0n ? [] : [{ term: 'Amount', detail: <Money cents={amount} /> }]),
    ...(fee > 0n ? [{ term: 'Charge', detail: <Money cents={fee} /> }] : []),
    { term: 'Method', detail: methodText(method, methodName) },
    { term: 'Requested', detail: <Time at={requestedAt} /> },
    ...(wait ? [{ term: wait.title, detail: <Time at={wait.at} /> }] : []),
    ...listMilestones(withdrawal).map(({ state, at }) => ({ term: capitalise(state), detail: <Time at={at} /> })),
    ...(sent ? [{ term: 'Amount sent', detail: sent }] : []),
    ...listReferenceItems(withdrawal),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
  ];
  const row = { id, keys: opened.keys };
  const payment = {
    lead: (
      <>
        {toPay}, by {methodText(method, methodName)} to <Code>{wallet}</Code>
      </>
    ),
  };
  // In live mode the field stays empty: the price has changed since the payment, so the amount must be read from the
  // wallet.
  const filled = (idField.practice && checks?.coin?.amount) || undefined;
  const fields = [createReferenceField(idField), createCoinField({ ...coin, filled }, 'Amount sent')];
  return (
    <OpenItem
      {...opened}
      facts={EFFECTS_IN_FACTS}
      checks={[
        ...(checks?.owed
          ? [{ risk: DEBT_RISK, content: <Owed cents={checks.owed} isApproved={status === 'approved'} /> }]
          : []),
        ...(opened.freezes.length > 0 ? [{ risk: FROZEN_ACCOUNT_RISK, content: null }] : []),
        ...listWalletChecks(checks),
      ]}
      decisions={
        <>
          <DecisionForm {...row} decision="approve" button="Approve" />
          <FoldedDecision {...row} {...payment} decision="approve-and-pay" button="Approve and pay" fields={fields} />
          <FoldedDecision {...row} {...payment} decision="pay" button="Paid" fields={fields} />
          <ReasonedDecision {...row} decision="reject" button="Reject" reasons={reasons} />
          <ReasonedDecision {...row} decision="bounce" button="Payment returned" />
        </>
      }
    >
      <DefinitionList items={requested} />
      <CopyText text={wallet} label={`wallet of ${owner.firstName}`} />
      {checks && <OwnerFacts checks={checks} owner={owner} />}
    </OpenItem>
  );
}

const Owed = ({ cents, isApproved }: { cents: bigint; isApproved: boolean }) => (
  <>
    Its owner owes <Money cents={cents} /> for a deposit that was charged back. Don’t pay it:{' '}
    {isApproved ? 'record “Payment returned”' : 'reject it'}, and what it holds pays that first
  </>
);

/** Returns warnings about the wallet: other accounts that use it, or no earlier payment to it. */
function listWalletChecks(checks?: WithdrawalChecks): Check[] {
  if (!checks) return [];
  const { sameWallet, isFirstUse } = checks;
  const shared = (
    <>
      This wallet is also used by{' '}
      {sameWallet.slice(0, MAX_NAMED_USERS).map(({ id, email }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <MayLink right="users:read" to={`/admin/users/${id}`}>
            {email}
          </MayLink>
        </span>
      ))}
      {sameWallet.length > MAX_NAMED_USERS && ` and ${sameWallet.length - MAX_NAMED_USERS} more`}
    </>
  );
  return [
    ...(sameWallet.length > 0 ? [{ risk: SHARED_WALLET, content: shared }] : []),
    ...(isFirstUse ? [{ risk: NEW_WALLET, content: 'New wallet: nothing was paid to it before' }] : []),
  ];
}

function OwnerFacts({ checks, owner }: { checks: WithdrawalChecks; owner: WithdrawalToDecide['owner'] }) {
  const { documents, secondFactor, accountSince, paidIn, practice, paidOut, available, isFirstUse } = checks;
  return (
    <Facts
      columns={3}
      items={[
        { term: 'Identity check', detail: documents ? capitalise(documents) : 'Not submitted' },
        { term: 'Second factor', detail: secondFactor ? 'On' : 'Off' },
        { term: 'Account since', detail: <Time at={accountSince} dateOnly /> },
        { term: 'Deposits', detail: <Money cents={paidIn} /> },
        ...(practice > 0n ? [{ term: 'Practice money', detail: <Money cents={practice} /> }] : []),
        { term: 'Other withdrawals', detail: <Money cents={paidOut} /> },
        { term: 'Available balance', detail: <Money cents={available} /> },
        ...(isFirstUse ? [] : [{ term: 'This wallet', detail: 'Paid before' }]),
        { term: 'Risk rating', detail: <RiskRatingText {...owner} /> },
      ]}
    />
  );
}

const MAX_NAMED_USERS = 5;
