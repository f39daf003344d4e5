import { ActionProblem } from '~/features/shell/ActionProblem';
import { WalletTabs } from '~/features/wallet/components/WalletTabs';
import { depositsOf } from '~/features/wallet/depositQueries.server';
import { depositCancellation } from '~/routes/investor/cancellations.form.server';
import { Button } from '~/ui/Button';
import { Money, StatusBadge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Cluster, Page, Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Deposit history · Mirrorbook' }];

export const loader = investor.loader(async ({ user }) => {
  const deposits = await depositsOf(user.id);
  // Each row is a form of its own, so each has a key of its own.
  return { deposits: deposits.map((row) => ({ ...row, formKey: depositCancellation.key(user.id, '/deposit') })) };
});

export const action = investor.action((posted) => depositCancellation.post(posted, '/deposit'));

// After a refusal, too: what was decided meanwhile is to be seen.
export const shouldRevalidate = () => true;

export default function DepositHistory() {
  const { deposits } = useLoaderData<typeof loader>();
  return (
    <Page title="Deposit history">
      <WalletTabs />
      <ActionProblem />
      <Table
        caption="Your deposits, newest first"
        rows={deposits}
        rowKey={({ deposit }) => deposit.id}
        anchored
        empty={
          <>
            You have not deposited yet. <Link to="/fundwallet">Make your first deposit</Link>
          </>
        }
        columns={[
          {
            header: 'Submitted',
            cell: ({ deposit: { id, createdAt } }) => (
              <Link to={`/deposit/${id}`}>
                <Time at={createdAt} />
              </Link>
            ),
          },
          { header: 'Method', cell: ({ methodName }) => methodName ?? 'Entered by management' },
          { header: 'Amount', align: 'end', cell: ({ deposit }) => <Money cents={deposit.amount} /> },
          {
            header: 'Received',
            align: 'end',
            cell: ({ deposit: { received } }) => (received === null ? '–' : <Money cents={received} />),
          },
          {
            header: 'Proof',
            cell: ({ deposit: { proofFileId } }) =>
              proofFileId ? (
                <Link to={`/files/${proofFileId}`} reloadDocument>
                  See proof
                </Link>
              ) : (
                <Muted>None</Muted>
              ),
          },
          {
            header: 'State',
            cell: ({ deposit: { status, reason, decidedAt } }) => (
              <Stack gap="tight">
                <Cluster>
                  <StatusBadge status={status} />
                </Cluster>
                {reason && <span>{reason}</span>}
                {decidedAt && (
                  <Muted>
                    <Time at={decidedAt} />
                  </Muted>
                )}
              </Stack>
            ),
          },
          {
            header: 'Action',
            cell: ({ deposit: { id, status }, formKey }) =>
              status === 'pending' && (
                <PostForm formKey={formKey} at={id} inline>
                  <input type="hidden" name="id" value={id} />
                  <Button tone="danger">Cancel</Button>
                </PostForm>
              ),
          },
        ]}
      />
    </Page>
  );
}
