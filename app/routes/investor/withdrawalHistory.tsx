import { ActionProblem } from '~/features/shell/ActionProblem';
import { WalletTabs } from '~/features/wallet/components/WalletTabs';
import { milestones } from '~/features/wallet/states';
import { withdrawalsOf } from '~/features/wallet/withdrawalQueries.server';
import { withdrawalCancellation } from '~/routes/investor/cancellations.form.server';
import { Button } from '~/ui/Button';
import { Money, StatusBadge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Page, Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Code, Muted } from '~/ui/Text';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Withdrawal history · Mirrorbook' }];

export const loader = investor.loader(async ({ user }) => {
  const withdrawals = await withdrawalsOf(user.id);
  // Each row is a form of its own, so each has a key of its own.
  return {
    withdrawals: withdrawals.map((row) => ({ ...row, formKey: withdrawalCancellation.key(user.id, '/withdrawlogs') })),
  };
});

export const action = investor.action((posted) => withdrawalCancellation.post(posted, '/withdrawlogs'));

// A refused cancellation shows what the row has become meanwhile.
export const shouldRevalidate = () => true;

export default function WithdrawalHistory() {
  const { withdrawals } = useLoaderData<typeof loader>();
  return (
    <Page title="Withdrawal history">
      <WalletTabs />
      <ActionProblem />
      <Table
        caption="Your withdrawals, newest first"
        rows={withdrawals}
        rowKey={({ withdrawal }) => withdrawal.id}
        anchored
        empty="You have not withdrawn anything yet."
        columns={[
          {
            header: 'Requested',
            cell: ({ withdrawal: { id, requestedAt } }) => (
              <Link to={`/withdrawlogs/${id}`}>
                <Time at={requestedAt} />
              </Link>
            ),
          },
          { header: 'Method', cell: ({ withdrawal, methodName }) => methodName ?? withdrawal.method },
          { header: 'Wallet', cell: ({ withdrawal }) => <Code>{withdrawal.wallet}</Code> },
          { header: 'Amount', align: 'end', cell: ({ withdrawal }) => <Money cents={withdrawal.amount} /> },
          {
            header: 'State',
            cell: ({ withdrawal }) => (
              <Stack gap="tight">
                <StatusBadge status={withdrawal.status} />
                {withdrawal.status === 'requested' && withdrawal.waitsUntil && (
                  <span>
                    can be approved from <Time at={withdrawal.waitsUntil} />
                  </span>
                )}
                {withdrawal.reason && <span>{withdrawal.reason}</span>}
                {withdrawal.reference && <Code>{withdrawal.reference}</Code>}
                {milestones(withdrawal).map(({ state, at }) => (
                  <Muted key={state}>
                    {state} <Time at={at} />
                  </Muted>
                ))}
              </Stack>
            ),
          },
          {
            header: 'Action',
            cell: ({ withdrawal: { id, status }, formKey }) =>
              status === 'requested' && (
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
