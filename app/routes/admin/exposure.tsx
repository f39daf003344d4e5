import { computeExposure } from '~/features/copying/copy/exposure.server';
import { loadReserves } from '~/features/money/books/books.server';
import { MayLink } from '~/features/people/staff/components/May';
import { formatUsd } from '~/ledger/money';
import { formatCount, formatNumber } from '~/platform/text/figure';
import { calculateShareBps, percentText } from '~/platform/text/percent';
import { Card, Grid, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { NoWrap } from '~/ui/Text';
import { Money, Profit, Stat } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('traders:read', async () => ({
  ...(await computeExposure()),
  reserve: (await loadReserves()).find(({ name }) => name === 'reserve:market')?.cents ?? 0n,
}));

export default function Exposure() {
  const {
    copies,
    of,
    held,
    loss,
    borne,
    gain,
    traders,
    markets,
    limitCents: most,
    reserve,
  } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Exposure"
      lead={
        copies === 0
          ? 'No trader is copied now.'
          : `${copies === 1 ? '1 copy holds' : `${copies} copies hold`} ${formatUsd(held)} (booked) with ${formatCount(of, 'trader')}.`
      }
    >
      {gain > reserve && (
        <Notice tone="warning">
          If every price moves 10% in favour of the copies, the market reserve has to pay {formatUsd(gain)} and holds{' '}
          {formatUsd(reserve)}.
        </Notice>
      )}
      <Card>
        <Grid cell="large">
          <Stat label="Copies lose if prices move 10% against them" value={<Money cents={loss} />} />
          <Stat label="Loss beyond the copies, borne by the market reserve" value={<Money cents={borne} />} />
          <Stat
            label="The market reserve pays if prices move 10% in their favour"
            value={<Money cents={gain} />}
            detail={
              <>
                It holds <Money cents={reserve} />
              </>
            }
          />
          <Stat
            label="Limit for all copies of one trader"
            value={most === null ? 'No limit' : <Money cents={most} />}
            detail={
              <MayLink right="catalogue:read" to="/admin/catalogue?edit=rate:trader-copies-most">
                Change the limit
              </MayLink>
            }
          />
        </Grid>
      </Card>
      <Section title="By trader" lead={of > traders.length ? `The ${traders.length} with the most money.` : undefined}>
        <Table
          caption="Money copied by trader"
          rows={traders}
          rowKey={({ id }) => id}
          dense
          empty="No trader is copied now."
          columns={[
            // The page belongs to another frame, so it is opened as a document.
            {
              header: 'Trader',
              cell: ({ id, name }) => (
                <NoWrap>
                  <a href={`/traders/${id}`}>{name}</a>
                </NoWrap>
              ),
            },
            { header: 'Money copied', align: 'end', cell: (row) => <Money cents={row.held} /> },
            ...(most === null
              ? []
              : [
                  {
                    header: 'Of the limit',
                    align: 'end' as const,
                    folded: true,
                    cell: (row: (typeof traders)[number]) => percentText(calculateShareBps(row.held, most)),
                  },
                ]),
            { header: 'Copies', align: 'end', spare: true, cell: (row) => row.copies },
            { header: 'How many', slim: true, cell: (row) => (row.copies === 1 ? '1 copy' : `${row.copies} copies`) },
            { header: 'Largest copy', align: 'end', folded: true, cell: (row) => <Money cents={row.largest} /> },
            {
              header: 'Leverage',
              align: 'end',
              folded: true,
              // Unknown for a trader with manual results, and while a price is missing.
              cell: ({ leverage }) =>
                leverage === null
                  ? 'Not known'
                  : leverage === 0
                    ? 'Holds nothing'
                    : `${formatNumber(leverage / 100, 2)} x`,
            },
            { header: 'Loss at −10%', align: 'end', spare: true, cell: (row) => <Money cents={row.loss} /> },
            { header: 'Risk', align: 'end', slim: true, cell: (row) => `at −10%: ${formatUsd(row.loss)}` },
            ...(borne === 0n
              ? []
              : [
                  {
                    header: 'Reserve bears',
                    align: 'end' as const,
                    folded: true,
                    cell: (row: (typeof traders)[number]) => <Money cents={row.borne} />,
                  },
                ]),
            { header: 'Reserve pays at +10%', align: 'end', folded: true, cell: (row) => <Money cents={row.gain} /> },
          ]}
        />
      </Section>
      <Section title="By market" lead="From the traders’ open positions, in proportion to the money that copies them.">
        <Table
          caption="Money copied by market"
          rows={markets}
          rowKey={({ id }) => id}
          dense
          empty="Copied traders have no open positions now."
          columns={[
            { header: 'Market', cell: ({ title }) => title },
            { header: 'Bought', align: 'end', spare: true, cell: ({ long }) => <Money cents={long} /> },
            { header: 'Sold', align: 'end', spare: true, cell: ({ short }) => <Money cents={short} /> },
            {
              header: 'Held',
              slim: true,
              cell: (row) => `bought ${formatUsd(row.long)}, sold ${formatUsd(row.short)}`,
            },
            { header: 'If it falls 10%', align: 'end', cell: ({ fall }) => <Profit cents={fall} /> },
          ]}
        />
      </Section>
    </Page>
  );
}
