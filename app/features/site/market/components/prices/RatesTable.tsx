import { createSmallLine } from '~/ui/charts/geometry/smallLine';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Stack } from '~/ui/layout/Layout';
import { Muted, Small } from '~/ui/Text';
import { type Column, Table } from '~/ui/tables/Table';
import { formatPrice } from '../../format';
import { getCommonName } from '../../naming';
import type { PriceRow, PriceRows } from '../../queries.server';
import { Price, PriceChange } from '../analysis/Figures';
import { InstrumentName } from '../InstrumentName';
import { closedTextOf, hasMixedSources, haveSameOpening, PriceNote } from './PriceNote';

/**
 * Table of prices with their changes. The sizes add columns: `tiny` has the day's change, `brief` the price, `small` the name, `medium`
 * week and month, `large` a chart. Names link to `chartAt`. Without `noted`, the source is omitted.
 */
export function RatesTable(props: {
  rows: PriceRows;
  caption: string;
  size?: 'tiny' | 'brief' | 'small' | 'medium' | 'large';
  chartAt?: string;
  noted?: boolean;
}) {
  const { rows, caption, size = 'large', chartAt, noted = true } = props;
  const tagged = hasMixedSources(rows);
  const closed = closedTextOf(rows);
  const opensTogether = haveSameOpening(rows);
  return (
    <Stack gap="tight">
      <Table
        caption={caption}
        rigid
        rows={rows}
        atMost={rows.length}
        rowKey={({ instrument }) => instrument.id}
        empty="There is nothing to show here."
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
      {noted ? <PriceNote rows={rows} moving /> : closed && <Small>{closed}</Small>}
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
