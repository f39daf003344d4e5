import { Sparkline } from '~/ui/charts/Chart';
import { Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { type Column, Table } from '~/ui/tables/Table';
import { Link } from '~/web/router';
import { formatPrice } from '../../format';
import type { Prices } from '../../queries.server';
import { Price, PriceChange } from '../analysis/Figures';
import { isMixed, PriceNote } from './PriceNote';

/**
 * Prices with their changes. `rows` from `rates(...)`; `caption` names the table. A `small` one has the day's change
 * alone, a `medium` one the week's and the month's too where there is room for them, a `large` one (the usual) all of
 * it and a small line. `chartAt` is where a symbol's chart is (`/forex?symbol=`); not `noted` where the note on their
 * source stands elsewhere.
 */
export function RatesTable(props: {
  rows: Prices;
  caption: string;
  size?: 'small' | 'medium' | 'large';
  chartAt?: string;
  noted?: boolean;
}) {
  const { rows, caption, size = 'large', chartAt, noted = true } = props;
  const tagged = isMixed(rows);
  return (
    <Stack gap="tight">
      <Table
        caption={caption}
        rigid
        rows={rows}
        rowKey={({ instrument }) => instrument.id}
        empty="There is nothing to show here."
        columns={[
          {
            header: 'Symbol',
            cell: ({ instrument: { id, symbol } }) =>
              chartAt ? <Link to={`${chartAt}${id}#chart`}>{symbol}</Link> : symbol,
          },
          { header: 'Price', align: 'end', cell: (row) => <Price row={row} tagged={tagged} /> },
          { header: '1 day', align: 'end', cell: (row) => <PriceChange row={row} span="day" /> },
          ...(size === 'small' ? [] : LONGER.map((column) => ({ ...column, spare: size === 'medium' }))),
          ...(size === 'large' ? WHOLE : []),
        ]}
      />
      {noted && <PriceNote rows={rows} moving />}
    </Stack>
  );
}

const LONGER: Column<Prices[number]>[] = [
  { header: '1 week', align: 'end', cell: (row) => <PriceChange row={row} span="week" /> },
  { header: '1 month', align: 'end', cell: (row) => <PriceChange row={row} span="month" /> },
];

const WHOLE: Column<Prices[number]>[] = [
  { header: '24 hours', align: 'end', cell: (row) => <Trend row={row} /> },
  { header: 'Name', cell: ({ instrument }) => <Muted>{instrument.name}</Muted> },
];

function Trend({ row: { instrument, trend } }: { row: Prices[number] }) {
  const [first, last] = [trend[0], trend.at(-1)];
  if (first === undefined || last === undefined) return <Muted>n/a</Muted>;
  const label = `${instrument.symbol}: from ${formatPrice(first, instrument)} to ${formatPrice(last, instrument)}`;
  return <Sparkline values={trend} label={label} />;
}
