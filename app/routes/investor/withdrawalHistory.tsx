import { ReferenceId } from '~/features/money/wallet/components/Receipt';
import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import { getShownWait, listMilestones } from '~/features/money/wallet/states';
import { loadWithdrawalsPage } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { createPageLinks } from '~/platform/db/paging';
import { methodText } from '~/platform/text/methodText';
import { pageTitle } from '~/platform/text/productName';
import { withdrawalCancellationForm } from '~/routes/investor/cancellations.form.server';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Page, Stack } from '~/ui/layout/Layout';
import { Id, Muted, VisuallyHidden } from '~/ui/Text';
import { CursorPager, Money, StatusBadge, Time } from '~/ui/tables/Data';
import { InColumn, Table } from '~/ui/tables/Table';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData, useLocation } from '~/web/router';

export const meta = () => [{ title: pageTitle('Withdrawal history') }];

export const loader = investor.loader(async ({ user, url }) => {
  const { rows, ...ways } = await loadWithdrawalsPage(user.id, url.searchParams);
  // Each row is a separate form, so each needs its own key.
  return {
    ...ways,
    rows: rows.map((row) => ({ ...row, formKey: withdrawalCancellationForm.key(user.id, '/withdrawlogs') })),
  };
});

export const action = investor.action((posted) => withdrawalCancellationForm.post(posted, '/withdrawlogs'));

// Reloads after refusals too, to show the row's new state.
export const shouldRevalidate = () => true;

function WaitText({ row }: { row: Parameters<typeof getShownWait>[0] }) {
  const wait = getShownWait(row);
  return wait ? (
    <span>
      {wait.title} <Time at={wait.at} />
    </span>
  ) : null;
}

export default function WithdrawalHistory() {
  const { rows, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page title="Withdrawal history">
      <WalletTabs />
      <ActionProblem />
      <Card>
        <Table
          caption="Your withdrawals, newest first"
          rows={rows}
          rowKey={({ id }) => id}
          anchored
          dense
          leads
          empty="You have not withdrawn anything yet. Each withdrawal is listed here with its state, from its request to its payment."
          start={
            <LinkButton to="/withdraw" tone="primary">
              Withdraw
            </LinkButton>
          }
          columns={[
            {
              header: 'Method',
              cell: ({ id, methodName, withdrawal: { method, requestedAt } }) => (
                <Link to={`/withdrawlogs/${id}`}>
                  {methodText(method, methodName)}
                  <VisuallyHidden>
                    , <Time at={requestedAt} />
                  </VisuallyHidden>
                </Link>
              ),
            },
            { header: 'Requested', cell: ({ withdrawal }) => <Time at={withdrawal.requestedAt} /> },
            { header: 'Wallet', spare: true, cell: ({ withdrawal }) => <Id>{withdrawal.wallet}</Id> },
            { header: 'Amount', align: 'end', cell: ({ withdrawal }) => <Money cents={withdrawal.amount} /> },
            {
              header: 'State',
              cell: ({ withdrawal }) => (
                <div>
                  <StatusBadge status={withdrawal.status} />
                  <InColumn>
                    <Stack gap="tight">
                      <WaitText row={withdrawal} />
                      {withdrawal.reason && <span>{withdrawal.reason}</span>}
                      <ReferenceId {...withdrawal} />
                      {listMilestones(withdrawal).map(({ state, at }) => (
                        <Muted key={state}>
                          {state} <Time at={at} />
                        </Muted>
                      ))}
                    </Stack>
                  </InColumn>
                </div>
              ),
            },
            {
              header: 'Action',
              spare: true,
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
        <CursorPager {...createPageLinks(search, ways)} />
      </Card>
    </Page>
  );
}
