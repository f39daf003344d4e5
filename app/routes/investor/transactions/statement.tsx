import { Filter } from '~/features/money/statements/components/Filter';
import { LineTable } from '~/features/money/statements/components/LineTable';
import { loadPrintedStatement } from '~/features/money/statements/queries.server';
import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card, Columns, Page } from '~/ui/layout/Layout';
import { PrintButton, PrintHead } from '~/ui/layout/Print';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Money, MoneyInOrOut, Profit, Time } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Statement') }];

export const loader = investor.loader(async ({ user, url }) => loadPrintedStatement(user, url.searchParams));

export default function StatementPage() {
  const { opening, lines, closing, open, note, totals, choices, issuedAt, zone, period, csv, name, about } =
    useLoaderData<typeof loader>();
  return (
    <Page
      title="Statement"
      actions={
        <>
          <PrintButton />
          <LinkButton to={csv} icon="deposit" document download>
            CSV
          </LinkButton>
        </>
      }
    >
      <PrintHead>
        {name}
        <br />
        Issued on <Time at={issuedAt} />
      </PrintHead>
      <WalletTabs />
      <ChoiceLinks label="Months" items={choices} />
      <Filter period={period} zone={zone} />
      <Columns>
        <Card>
          <DefinitionList
            items={[
              ...about,
              { term: 'Opening balance', detail: <Money cents={opening} /> },
              { term: 'Closing balance', detail: <Money cents={closing} /> },
              ...(open === null
                ? []
                : [
                    { term: 'Open positions, not booked yet', detail: <Profit cents={open} /> },
                    { term: 'Closing balance with open positions', detail: <Money cents={closing + open} /> },
                  ]),
            ]}
          />
        </Card>
        <Card title="Totals">
          <DefinitionList
            items={totals.map(({ term, cents }) => {
              const Figure = term === 'Profit' ? Profit : MoneyInOrOut;
              return { term, detail: <Figure cents={cents} /> };
            })}
          />
        </Card>
      </Columns>
      {note && <Notice>{note}</Notice>}
      <FoldedPart title={`Movements (${lines.length})`}>
        <div className="statement-lines">
          <LineTable caption="Movements, oldest first" lines={lines} empty="Nothing in this period." />
        </div>
      </FoldedPart>
    </Page>
  );
}
