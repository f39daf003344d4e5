import type { ReactNode } from 'react';
import type { EntryRequest } from '~/features/backoffice';
import { ApprovalRequest, DecisionForm, FoldedDecision, QueueCard } from '~/features/backoffice/components';
import { methodText } from '~/platform/text/methodText';
import { CopyText } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Card, Cluster, Columns } from '~/ui/layout/Layout';
import { Checklist } from '~/ui/messages/Checklist';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Money, Time } from '~/ui/tables/Data';
import type { CoinToEnter, IdField } from '../paymentFields.server';
import type { loadRestoreReview } from '../restored/toGoThrough.server';
import { createCoinField, createReferenceField } from './internal/paymentFields';
import { listReferenceItems } from './Receipt';

type CameBack = NonNullable<Awaited<ReturnType<typeof loadRestoreReview>>>['rows'][number];

export function RestoredCard(
  props: CameBack & {
    keys: Record<string, string>;
    request?: EntryRequest;
    requestKeys: Record<string, string>;
    answered: boolean;
    idField: IdField;
    coin: CoinToEnter;
  },
) {
  const { withdrawal, owner, methodName, keys, request, requestKeys, answered, idField, coin } = props;
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
          ...listReferenceItems(withdrawal),
        ]}
      />
      <CopyText text={wallet} label={`wallet of ${owner.firstName}`} />
      {request && <ApprovalRequest {...request} keys={requestKeys} />}
      <Cluster>
        <DecisionForm {...row} decision="found-unpaid" button="It was not paid" />
        <FoldedDecision
          {...row}
          decision="found-paid"
          button="It was paid"
          fields={[createReferenceField(idField), createCoinField(coin, 'Amount sent')]}
        />
      </Cluster>
    </QueueCard>
  );
}

type Restored = NonNullable<Awaited<ReturnType<typeof loadRestoreReview>>>;

export function RestoreReview(
  props: Pick<Restored, 'restore' | 'open' | 'all'> & { paper: boolean; children: ReactNode },
) {
  const { restore, open, all, paper, children } = props;
  const { from, since, at } = restore;
  return (
    <>
      {paper ? (
        <Notice>In paper mode nothing is paid, so no payments are blocked.</Notice>
      ) : (
        <Notice tone="warning" title="Payments wait">
          Requests that were paid after the backup can be paid again. Nothing can be approved, paid or taken out of a
          reserve until two administrators have worked through this list.
        </Notice>
      )}
      <Columns ratio="main-aside">
        <Card title="What to do">
          <Checklist
            steps={[
              {
                title: 'Compare each withdrawal with payments from your wallets',
                done: open === 0,
                children:
                  all === 0
                    ? 'No withdrawal was open in the backup.'
                    : `List the payments from your wallets since the backup, and find each withdrawal below by its address and amount. ${all - open} of ${all} are done.`,
              },
              {
                title: 'Look for payments that are not listed',
                done: false,
                children: (
                  <>
                    They were requested after the backup, so the requests are lost and the money is back in the balances
                    of <Link to="/admin/users">their users</Link>. Debit it there, or it will be paid twice.
                  </>
                ),
              },
              {
                title: 'Repeat other lost changes',
                done: false,
                children:
                  'Deposits that were submitted after the backup have to be submitted again. Accounts that were frozen after it are open, administrators who were disabled can log in, and passwords, terms and reserves are those of the backup.',
              },
              { title: 'Resume payments', done: false, children },
            ]}
          />
        </Card>
        <Card title="The restore">
          <DefinitionList
            items={[
              { term: 'Backup', detail: from },
              { term: 'State of', detail: <Time at={since} /> },
              { term: 'Restored', detail: <Time at={at} /> },
            ]}
          />
        </Card>
      </Columns>
    </>
  );
}
