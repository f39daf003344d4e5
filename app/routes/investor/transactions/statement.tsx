import { Filter } from '~/features/statements/components/Filter';
import { Change, What } from '~/features/statements/components/LineTable';
import { printedStatement } from '~/features/statements/queries.server';
import { WalletTabs } from '~/features/wallet/components/WalletTabs';
import { LinkButton } from '~/ui/Button';
import { DefinitionList, Money } from '~/ui/Data';
import { Card, Page } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Table } from '~/ui/Table';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Statement · Mirrorbook' }];

export const loader = investor.loader(async ({ user, url }) => printedStatement(user, url.searchParams));

export default function StatementPage() {
  const { opening, lines, closing, isCut, zone, period, holder, paper } = useLoaderData<typeof loader>();
  const { from, to } = period.typed;
  return (
    <Page
      title="Statement"
      lead={`Every line with what was owed after it. To print it, use your browser's print command.`}
      actions={<LinkButton to="/transactions">Transactions</LinkButton>}
    >
      <WalletTabs />
      <Filter period={period} zone={zone} />
      <Card>
        <DefinitionList
          items={[
            { term: 'Account', detail: `${holder.name}, ${holder.email}` },
            { term: 'Period', detail: `${from || 'the beginning'} to ${to || 'now'}, ${zone}` },
            { term: 'Money', detail: paper ? 'Simulated US dollars (paper mode)' : 'US dollars' },
            { term: 'Opening balance', detail: <Money cents={opening} /> },
            { term: 'Closing balance', detail: <Money cents={closing} /> },
          ]}
        />
      </Card>
      {isCut && (
        <Notice>
          Earlier lines of this period are in the opening balance. Choose a shorter period to see them, or take the CSV.
        </Notice>
      )}
      <Table
        caption="Lines of the statement, oldest first"
        rows={lines}
        rowKey={({ journalId }) => journalId}
        empty="Nothing happened in this period."
        columns={[
          { header: 'What', cell: What },
          { header: 'Date', cell: ({ at, when }) => <time dateTime={at.toISOString()}>{when}</time> },
          { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
          { header: 'Change', align: 'end', cell: Change },
          { header: 'Balance after', align: 'end', cell: ({ fundedAfter }) => <Money cents={fundedAfter} /> },
        ]}
      />
    </Page>
  );
}
