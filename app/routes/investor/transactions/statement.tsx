import { Filter } from '~/features/statements/components/Filter';
import { Amount, What } from '~/features/statements/components/LineTable';
import { printedStatement } from '~/features/statements/queries.server';
import { WalletTabs } from '~/features/wallet/components/WalletTabs';
import { dayText } from '~/platform/text/dayText';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { DefinitionList, Facts, Money, MoneyInOrOut, Profit, Time } from '~/ui/Data';
import { FoldedPart } from '~/ui/Fold';
import { Card, Page } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { PrintButton, PrintHead } from '~/ui/Print';
import { Table } from '~/ui/Table';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Statement · Mirrorbook' }];

export const loader = investor.loader(async ({ user, url }) => printedStatement(user, url.searchParams));

const PATH = '/transactions/statement';

/** `1 Nov 2026`, of a day as the address has it. */
const dayOf = (day: string): string => dayText(new Date(`${day}T00:00:00Z`));

export default function StatementPage() {
  const { opening, lines, closing, isCut, totals, months, issuedAt, zone, period, holder, paper } =
    useLoaderData<typeof loader>();
  const { from, to } = period.typed;
  const dates = new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day));
  return (
    <Page
      title="Statement"
      actions={
        <>
          <PrintButton />
          <LinkButton to={`/transactions.csv?${dates}`} icon="deposit" document download>
            CSV
          </LinkButton>
        </>
      }
    >
      <PrintHead>
        <p>{holder.name}</p>
        <p>
          Issued on <Time at={issuedAt} />
        </p>
      </PrintHead>
      <WalletTabs />
      <ChoiceLinks
        label="Months"
        items={[
          { href: `${PATH}?from=&to=`, label: 'All', current: !from && !to },
          ...months.map((month) => ({
            href: `${PATH}?from=${month.from}&to=${month.to}`,
            label: month.label,
            current: month.from === from && month.to === to,
          })),
        ]}
      />
      <Filter period={period} zone={zone} />
      <Card>
        <DefinitionList
          items={[
            { term: 'Account', detail: `${holder.name}, ${holder.email}` },
            { term: 'Period', detail: `${from ? dayOf(from) : 'the beginning'} to ${to ? dayOf(to) : 'now'}, ${zone}` },
            { term: 'Money', detail: paper ? 'Simulated US dollars (paper mode)' : 'US dollars' },
            { term: 'Opening balance', detail: <Money cents={opening} /> },
            { term: 'Closing balance', detail: <Money cents={closing} /> },
          ]}
        />
      </Card>
      <Card title={isCut ? 'Totals of the lines below' : 'Totals'}>
        <Facts
          items={[
            { term: 'Money in', detail: <MoneyInOrOut cents={totals.in} /> },
            { term: 'Money out', detail: <MoneyInOrOut cents={totals.out} /> },
            { term: 'Profit', detail: <Profit cents={totals.profit} /> },
            { term: 'Bonuses', detail: <MoneyInOrOut cents={totals.bonuses} /> },
            { term: 'Fees', detail: <MoneyInOrOut cents={totals.fees} /> },
            ...(totals.adjustments === 0n
              ? []
              : [{ term: 'Operator entries', detail: <MoneyInOrOut cents={totals.adjustments} /> }]),
          ]}
        />
      </Card>
      {isCut && (
        <Notice>
          Earlier lines of this period are in the opening balance. Choose a shorter period to see them, or take the CSV.
        </Notice>
      )}
      <FoldedPart title={`Lines (${lines.length})`}>
        <Table
          caption="Lines of the statement, oldest first"
          rows={lines}
          rowKey={({ journalId }) => journalId}
          empty="Nothing happened in this period."
          dense
          columns={[
            { header: 'What', cell: What },
            { header: 'Date', cell: ({ at, when }) => <time dateTime={at.toISOString()}>{when}</time> },
            { header: 'Amount', align: 'end', cell: Amount },
            { header: 'Balance after', align: 'end', cell: ({ fundedAfter }) => <Money cents={fundedAfter} /> },
          ]}
        />
      </FoldedPart>
    </Page>
  );
}
