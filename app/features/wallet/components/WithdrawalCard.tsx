import { DecisionForm, ReasonedDecision, WrittenDecision } from '~/features/reviewQueue/components';
import { RiskRated } from '~/features/riskRating/components';
import { MayLink } from '~/features/staff/components';
import { CopyText } from '~/ui/Button';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code } from '~/ui/Text';
import { DefinitionList, Facts, Money, Time } from '~/ui/tables/Data';
import type { CoinToEnter, IdField } from '../paymentFields.server';
import { milestones, waitShown } from '../states';
import type { WithdrawalChecks } from '../withdrawals/withdrawalChecks.server';
import type { withdrawalQueue } from '../withdrawals/withdrawalQueries.server';
import { CoinField } from './internal/CoinField';
import { InCoin } from './internal/InCoin';

type WithdrawalToDecide = Awaited<ReturnType<typeof withdrawalQueue>>['rows'][number];

/** A withdrawal and what can be decided about it now. */
export function WithdrawalCard(
  props: WithdrawalToDecide & {
    keys: Record<string, string>;
    reasons: readonly string[];
    checks?: WithdrawalChecks;
    idField: IdField;
    coin: CoinToEnter;
  },
) {
  const { withdrawal, owner, methodName, keys, reasons, checks, idField, coin, sent } = props;
  const { id, amount, fee, method, wallet, status, reason, reference, requestedAt } = withdrawal;
  const wait = waitShown(withdrawal);
  const asked = [
    { term: 'Method', detail: methodName ?? method },
    { term: 'Amount', detail: <Money cents={amount} /> },
    ...(fee > 0n ? [{ term: 'Charge', detail: <Money cents={fee} /> }] : []),
    ...(status === 'requested' || status === 'approved'
      ? [{ term: 'To pay', detail: <Money cents={amount - fee} /> }]
      : []),
    ...(checks?.coin ? [{ term: `Amount in ${checks.coin.coin}`, detail: <InCoin {...checks.coin} /> }] : []),
    { term: 'Requested', detail: <Time at={requestedAt} /> },
    ...(wait ? [{ term: wait.title, detail: <Time at={wait.at} /> }] : []),
    ...milestones(withdrawal).map(({ state, at }) => ({ term: capitalised(state), detail: <Time at={at} /> })),
    ...(sent ? [{ term: 'Sent in coin', detail: sent }] : []),
    ...(reference ? [{ term: 'Reference', detail: <Code>{reference}</Code> }] : []),
    ...(reason ? [{ term: 'Reason', detail: reason }] : []),
  ];
  const row = { id, keys };
  const payment = { name: 'reference', label: REFERENCE, hint: idField.hint, filled: idField.practice } as const;
  return (
    <>
      <DefinitionList items={asked} />
      <CopyText text={wallet} label={`wallet of ${owner.firstName}`} />
      {checks && <Checks checks={checks} owner={owner} />}
      <DecisionForm {...row} decision="approve" button="Approve" />
      <Stack gap="tight">
        <WrittenDecision {...row} {...payment} decision="approve-and-pay" button="Approve and pay">
          <CoinField id={id} decision="approve-and-pay" {...coin} label="Amount sent" />
        </WrittenDecision>
        <WrittenDecision {...row} {...payment} decision="pay" button="Paid">
          <CoinField id={id} decision="pay" {...coin} label="Amount sent" />
        </WrittenDecision>
        <ReasonedDecision {...row} decision="reject" button="Reject" reasons={reasons} />
        <ReasonedDecision {...row} decision="bounce" button="Payment returned" />
      </Stack>
    </>
  );
}

/** What tells an honest withdrawal from another: who asks, what they put in, and who else has the wallet. */
function Checks({ checks, owner }: { checks: WithdrawalChecks; owner: WithdrawalToDecide['owner'] }) {
  const { papers, secondFactor, accountSince, paidIn, practice, paidOut, available, isFirstUse, sameWallet } = checks;
  return (
    <>
      <Facts
        items={[
          { term: 'Identity check', detail: papers ? capitalised(papers) : 'None sent' },
          { term: 'Risk rating', detail: <RiskRated {...owner} /> },
          { term: 'Second factor', detail: secondFactor ? 'On' : 'Off' },
          { term: 'Account since', detail: <Time at={accountSince} dateOnly /> },
          { term: 'This wallet', detail: isFirstUse ? 'First use' : 'Paid before' },
          { term: 'Deposits', detail: <Money cents={paidIn} /> },
          ...(practice > 0n ? [{ term: 'Practice money', detail: <Money cents={practice} /> }] : []),
          { term: 'Other withdrawals', detail: <Money cents={paidOut} /> },
          { term: 'Available balance', detail: <Money cents={available} /> },
        ]}
      />
      {sameWallet.length > 0 && (
        <Notice tone="warning" title="Other accounts asked for money to this wallet">
          <Cluster>
            {sameWallet.slice(0, MOST_NAMED).map(({ id, email }) => (
              <MayLink key={id} right="users:read" to={`/admin/users/${id}`}>
                {email}
              </MayLink>
            ))}
            {sameWallet.length > MOST_NAMED && <>and {sameWallet.length - MOST_NAMED} more</>}
          </Cluster>
        </Notice>
      )}
    </>
  );
}

/** How many accounts with the same wallet are named at most. */
const MOST_NAMED = 5;

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const REFERENCE = 'Reference of the payment, a transaction id';
