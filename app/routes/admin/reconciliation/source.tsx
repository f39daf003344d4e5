import { findHeldReceipts } from '~/features/money/reconciliation/book.server';
import { findReadUntil, loadBreaksPage } from '~/features/money/reconciliation/breaks.server';
import { findChainReading } from '~/features/money/reconciliation/chains/readNetworks.server';
import { ChainCard } from '~/features/money/reconciliation/components/ChainCard';
import { StatementSourceLayout } from '~/features/money/reconciliation/components/StatementSourceLayout';
import { BreaksTable, ImportLink, ReceiptsTable } from '~/features/money/reconciliation/components/tables';
import { openingSchema } from '~/features/money/reconciliation/schema';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { isoDay } from '~/platform/text/dayText';
import { formatCount } from '~/platform/text/figure';
import { pageTitle } from '~/platform/text/productName';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { PostForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { Card, Section } from '~/ui/layout/Layout';
import { Empty, Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { loadSourcePage, SOURCE_ACTIONS } from './source.form.server';

export const meta = () => [{ title: pageTitle('Reconciliation') }];

export const loader = admin.loader('books:read', async (context) => {
  const { source, ...page } = await loadSourcePage(context);
  const { code } = page.method;
  return {
    ...page,
    source,
    until: source && (await findReadUntil(read(), code)),
    found: source && (await loadBreaksPage(source)),
    receipts: source ? await findHeldReceipts(read(), code) : [],
    chain: await findChainReading(code),
    at: now(),
  };
});

export const action = admin.actions('statements:change', SOURCE_ACTIONS);

export default function Source() {
  const { method, path, source, until, have, found, receipts, chain, at } = useLoaderData<typeof loader>();
  return (
    <StatementSourceLayout
      method={method}
      path={path}
      lead={
        until && (
          <>
            {have} The last line is of <Time at={until} />.
          </>
        )
      }
    >
      <ActionProblem />
      {found ? (
        <Section
          id="breaks"
          title={found.total === 0 ? 'No breaks' : formatCount(found.total, 'break')}
          lead={found.total > found.breaks.length ? `The ${found.breaks.length} oldest.` : undefined}
          actions={
            found.matchable > 0 && (
              <May right="statements:change">
                <PostForm at="breaks">
                  <input type="hidden" name="_intent" value="match" />
                  <Button>Match {formatCount(found.matchable, 'line')}</Button>
                </PostForm>
              </May>
            )
          }
        >
          <BreaksTable rows={found.breaks} at={at} path={path} of={method.code} />
        </Section>
      ) : (
        <Empty icon="books">
          No statement has been imported yet. <ImportLink path={path}>Import the first one</ImportLink>
        </Empty>
      )}
      {receipts.length > 0 && (
        <Section id="receipts" title={formatCount(receipts.length, 'unidentified receipt')}>
          <ReceiptsTable rows={receipts} at={at} path={path} of={method.code} />
        </Section>
      )}
      {chain && <ChainCard chain={chain} />}
      <May right="statements:change">
        <Card title="Opening balance">
          <OpeningForm key={String(source?.opening)} opensAt={source?.opensAt ?? at} opening={source?.opening ?? 0n} />
        </Card>
      </May>
    </StatementSourceLayout>
  );
}

const OPENING_HINT = (
  <>
    A day in UTC, with none of the <Link to="#breaks">open breaks</Link> before it
  </>
);

const OpeningForm = ({ opensAt, opening }: { opensAt: Date; opening: bigint }) => (
  <ActionForm
    schema={openingSchema}
    id="opening"
    intent="opening"
    inline
    values={{ day: isoDay(opensAt), opening: writeCoinAmount(opening) }}
    fields={[
      { name: 'day', type: 'date', label: 'Statements begin on', hint: OPENING_HINT },
      { name: 'opening', inputMode: 'decimal', label: 'Opening balance', hint: 'In the coin, as in 0.0625' },
    ]}
  >
    <Button>Save</Button>
  </ActionForm>
);
