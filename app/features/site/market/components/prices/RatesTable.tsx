import type { ReactNode } from 'react';
import { createSmallLine } from '~/ui/charts/geometry/smallLine';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Card, Stack } from '~/ui/layout/Layout';
import { MarketState } from '~/ui/messages/MarketState';
import { Muted } from '~/ui/Text';
import { type Column, Table } from '~/ui/tables/Table';
import { formatPrice } from '../../format';
import { getCommonName } from '../../naming';
import type { PriceRow, PriceRows } from '../../queries.server';
import { Price, PriceChange } from '../analysis/Figures';
import { InstrumentName } from '../InstrumentName';
import { findCommonOpening, hasMixedSources, PriceNote } from './PriceNote';

type RatesTableProps = {
  rows: PriceRows;
  caption: string;
  size?: 'tiny' | 'brief' | 'small' | 'medium' | 'large';
  chartAt?: string;
  noted?: boolean;
  empty?: string;
};

/** Card with a table of prices, which is its title unless another is given, and the opening time of its markets. */
export function RatesCard(props: RatesTableProps & { title?: string | null; id?: string; actions?: ReactNode }) {
  const { title = props.caption, id, actions, ...table } = props;
  const opensAt = findCommonOpening(props.rows);
  const state = opensAt && <MarketState opensAt={opensAt} />;
  return (
    <Card id={id} title={title} lead={state} actions={actions}>
      {!title && state}
      <RatesTable {...table} />
    </Card>
  );
}

/**
 * Table of prices with their changes. The sizes add columns: `tiny` has the day's change, `brief` the price, `small` the name, `medium`
 * week and month, `large` a chart. Names link to `chartAt`. Without `noted`, the source is omitted.
 */
export function RatesTable(props: RatesTableProps) {
  const { rows, caption, size = 'large', chartAt, noted = true } = props;
  const tagged = hasMixedSources(rows);
  const opensTogether = findCommonOpening(rows) !== null;
  return (
    <Stack gap="tight">
      <Table
        caption={caption}
        rigid
        rows={rows}
        atMost={rows.length}
        rowKey={({ instrument }) => instrument.id}
        empty={props.empty ?? 'There is nothing to show here.'}
        columns={[
          {
            header: 'Name',
            cell: ({ instrument }) => (
              <InstrumentName
                of={instrument}
                short={size === 'tiny' || size === 'brief'}
                to={chartAt && `${chartAt}${instrument.id}#chart`}
              />
            ),
          },
          ...(size === 'tiny'
            ? []
            : [
                {
                  header: 'Price',
                  align: 'end' as const,
                  cell: (row: PriceRow) => <Price row={row} tagged={tagged} alone={opensTogether} />,
                },
              ]),
          { header: '1 day', align: 'end', cell: (row) => <PriceChange row={row} span="day" /> },
          ...(size === 'medium' || size === 'large' ? LONG_SPAN_COLUMNS : []),
          ...(size === 'large' ? [TREND_COLUMN] : []),
        ]}
      />
      {noted && <PriceNote rows={rows} moving />}
    </Stack>
  );
}

const LONG_SPAN_COLUMNS: Column<PriceRow>[] = [
  { header: '1 week', align: 'end', spare: true, cell: (row) => <PriceChange row={row} span="week" /> },
  { header: '1 month', align: 'end', spare: true, cell: (row) => <PriceChange row={row} span="month" /> },
];

const TREND_COLUMN: Column<PriceRow> = {
  header: '24 hours',
  align: 'end',
  spare: true,
  cell: (row) => <Trend row={row} />,
};

function Trend({ row: { instrument, trend } }: { row: PriceRow }) {
  const [first, last] = [trend[0], trend.at(-1)];
  if (first === undefined || last === undefined) return <Muted>n/a</Muted>;
  const label = `${getCommonName(instrument)}, 24 hours: from ${formatPrice(first, instrument)} to ${formatPrice(last, instrument)}`;
  return <Sparkline line={createSmallLine(trend)} label={label} />;
}
