import { CompleteForm } from '~/features/copying/traders/components/log/CompleteForm';
import { ImportForm } from '~/features/copying/traders/components/log/ImportForm';
import { TradeForm } from '~/features/copying/traders/components/log/TradeForm';
import { VoidDialog } from '~/features/copying/traders/components/log/VoidDialog';
import {
  listLoggableTraders,
  loadEnteredTrade,
  loadLatestTrades,
  sumRetainedAfterVoids,
  sumWaitingProfits,
} from '~/features/copying/traders/log/tradeLog.server';
import { KNOWN_PAIRS } from '~/features/copying/traders/pairs';
import { getTraderName } from '~/features/copying/traders/traderName';
import { May, MayLink, useMay } from '~/features/people/staff/components/May';
import { toSignedResult } from '~/ledger/money';
import { createPageLinks, withQuery } from '~/platform/db/paging';
import { isPaper } from '~/platform/env';
import { durationText } from '~/platform/text/durationText';
import { createLogKeys, LOG_ACTIONS } from '~/routes/admin/trades.form.server';
import { MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Card, Cluster, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { VisuallyHidden } from '~/ui/Text';
import { Badge, CursorPager, Empty, Money, Profit, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';

export const loader = admin.loader('traders:read', async ({ administrator, url }) => {
  const { rows: entries, ...ways } = await loadLatestTrades(url.searchParams);
  return {
    traders: await listLoggableTraders(),
    pairs: KNOWN_PAIRS,
    entries,
    ways,
    voiding: await loadEnteredTrade(url.searchParams.get('void') ?? ''),
    waiting: await sumWaitingProfits(),
    leftOut: await sumRetainedAfterVoids(),
    keys: createLogKeys(administrator.id),
    waits: isPaper() ? null : durationText(MAX_RESULT_WAIT_MS),
  };
});

export const action = admin.actions('traders:change', LOG_ACTIONS);

export default function TraderLog() {
  const { traders, pairs, entries, ways, voiding, waiting, leftOut, keys, waits } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const changes = useMay()('traders:change');
  return (
    <Page
      title="Trader log"
      lead="Results apply to every copy that was open at their date, in proportion, and are shown as entered by management."
      actions={
        <LinkButton to="/admin/trades.csv" document download>
          Download as CSV
        </LinkButton>
      }
    >
      {waiting.copies > 0 && (
        <Notice tone="warning" title="Profits wait for the market reserve">
          {waiting.copies} mirrored {waiting.copies === 1 ? 'profit waits' : 'profits wait'},{' '}
          <Money cents={waiting.sum} /> in all. They are paid once the reserve is funded.{' '}
          <May right="books:read">
            <LinkButton to="/admin/books">Books</LinkButton>
          </May>
        </Notice>
      )}
      <May right="traders:change">
        <Card title="Record a trade">
          {traders.length > 0 ? (
            <TradeForm key={entries[0]?.trade.id} traders={traders} pairs={pairs} formKey={keys['record-trade']} />
          ) : (
            <Empty action={<LinkButton to="/admin/traders?new=1">Create trader</LinkButton>}>
              No trader has an open log.
            </Empty>
          )}
        </Card>
        {traders.length > 0 && (
          <ImportForm key={entries[0]?.trade.id} traders={traders} formKey={keys['import-trades']} />
        )}
      </May>
      <Section title="Latest results">
        <Table
          caption="Results entered or imported, newest entry first"
          rows={entries}
          rowKey={({ trade }) => trade.id}
          empty="The log holds no results yet."
          dense
          columns={[
            { header: 'Trader', cell: ({ trader }) => getTraderName(trader) },
            { header: 'Trade pair', cell: ({ trade }) => trade.pair },
            { header: 'Result', align: 'end', cell: ({ trade }) => <Profit cents={toSignedResult(trade)} /> },
            { header: 'Date', cell: ({ trade }) => <Time at={trade.at} /> },
            {
              header: 'Source',
              folded: true,
              cell: ({ trade }) => (
                <Cluster gap="normal">
                  {trade.source === 'engine' ? (
                    'Imported'
                  ) : (
                    <span>
                      Entered <Time at={trade.recordedAt} />
                    </span>
                  )}
                  {trade.voidedAt ? (
                    <Badge tone="bad">Voided: {trade.voidReason}</Badge>
                  ) : (
                    trade.source === 'operator' && (
                      <May right="traders:change">
                        <Link to={`/admin/trades?void=${trade.id}`}>
                          Void
                          <VisuallyHidden>
                            {' '}
                            {trade.pair} of <Time at={trade.at} />
                          </VisuallyHidden>
                        </Link>
                      </May>
                    )
                  )}
                </Cluster>
              ),
            },
          ]}
        />
        <CursorPager {...createPageLinks(withQuery(search, { void: '' }), ways)} />
      </Section>
      {leftOut.total > 0 && (
        <Section
          title="Left out of voids"
          lead={`${leftOut.total === 1 ? 'One copy' : `${leftOut.total} copies`} could not return a voided profit. The market reserve pays it.`}
        >
          <Table
            caption="Copies left out of voids, newest first, at most 25"
            rows={leftOut.rows}
            rowKey={({ mirror }) => mirror.id}
            empty="None."
            dense
            columns={[
              {
                header: 'Copier',
                cell: ({ owner }) => (
                  <MayLink right="users:read" to={`/admin/users/${owner.id}`}>
                    {getTraderName(owner)}
                  </MayLink>
                ),
              },
              { header: 'Trader', cell: ({ trader }) => getTraderName(trader) },
              { header: 'Trade pair', cell: ({ mirror }) => mirror.pair },
              { header: 'Kept', align: 'end', cell: ({ mirror }) => <Profit cents={toSignedResult(mirror)} /> },
              { header: 'Date', folded: true, cell: ({ mirror }) => <Time at={mirror.at} /> },
              { header: 'Reason', folded: true, cell: ({ mirror }) => mirror.reason },
            ]}
          />
        </Section>
      )}
      {waits && traders.length > 0 && changes && (
        <Section
          title="Complete log"
          lead={`Money that leaves copies waits up to ${waits} for earlier results. Declare that none are missing to return it now.`}
        >
          <CompleteForm traders={traders} formKey={keys['complete-log']} />
        </Section>
      )}
      {voiding && changes && (
        <VoidDialog key={voiding.trade.id} entry={voiding} pairs={pairs} formKey={keys['void-trade']} />
      )}
    </Page>
  );
}
