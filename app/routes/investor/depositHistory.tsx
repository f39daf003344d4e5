import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import { loadDepositsPage } from '~/features/money/wallet/deposits/depositQueries.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { createPageLinks } from '~/platform/db/paging';
import { pageTitle } from '~/platform/text/productName';
import { depositCancellationForm } from '~/routes/investor/cancellations.form.server';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Page } from '~/ui/layout/Layout';
import { VisuallyHidden } from '~/ui/Text';
import { CursorPager, Money, Time } from '~/ui/tables/Data';
import { StateCell } from '~/ui/tables/StateCell';
import { Table } from '~/ui/tables/Table';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData, useLocation } from '~/web/router';

export const meta = () => [{ title: pageTitle('Deposit history') }];

export const loader = investor.loader(async ({ user, url }) => {
  const { rows, ...ways } = await loadDepositsPage(user.id, url.searchParams);
  // Each row is a separate form, so each needs its own key.
  return { ...ways, rows: rows.map((row) => ({ ...row, formKey: depositCancellationForm.key(user.id, '/deposit') })) };
});

export const action = investor.action((posted) => depositCancellationForm.post(posted, '/deposit'));

// Reloads after refusals too, since a decision may have been made meanwhile.
export const shouldRevalidate = () => true;

export default function DepositHistory() {
  const { rows, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page title="Deposit history">
      <WalletTabs />
      <ActionProblem />
      <Card>
        <Table
          caption="Your deposits, newest first"
          rows={rows}
          rowKey={({ id }) => id}
          anchored
          dense
          leads
          empty="You have not deposited yet."
          start={
            <LinkButton to="/fundwallet" tone="primary">
              Make your first deposit
            </LinkButton>
          }
          columns={[
            {
              header: 'Method',
              cell: ({ id, methodName, deposit: { createdAt } }) => (
                <Link to={`/deposit/${id}`}>
                  {methodName ?? 'Entered by management'}
                  <VisuallyHidden>
                    , <Time at={createdAt} />
                  </VisuallyHidden>
                </Link>
              ),
            },
            { header: 'Submitted', cell: ({ deposit }) => <Time at={deposit.createdAt} /> },
            { header: 'Amount', align: 'end', cell: ({ deposit }) => <Money cents={deposit.amount} /> },
            {
              header: 'Received',
              spare: true,
              align: 'end',
              cell: ({ deposit: { received } }) => (received === null ? '–' : <Money cents={received} />),
            },
            {
              header: 'Proof',
              spare: true,
              cell: ({ deposit: { proofFileId } }) =>
                proofFileId ? (
                  <Link to={`/files/${proofFileId}`} reloadDocument>
                    See proof
                  </Link>
                ) : (
                  '–'
                ),
            },
            {
              header: 'State',
              cell: ({ deposit: { status, reason, decidedAt } }) => (
                <StateCell status={status} reason={reason} at={decidedAt} />
              ),
            },
            {
              header: 'Action',
              spare: true,
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
        <CursorPager {...createPageLinks(search, ways)} />
      </Card>
    </Page>
  );
}
