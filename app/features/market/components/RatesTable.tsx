import { Link } from '@remix-run/react';
import { Sparkline } from '~/ui/Chart';
import { Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import { formatPrice } from '../format';
import type { Prices } from '../queries.server';
import { Moved, Price } from './Figures';
import { isMixed, PriceNote } from './PriceNote';

/**
 * Prices with their changes and a small line each. `rows` from `rates(...)`; `caption` names the table. `compact` leaves all but the
 * day's change out; `chartAt` is where a symbol's chart is (`/forex?symbol=`); not `noted` where the note on their source stands elsewhere.
 */
export function RatesTable(props: {
  rows: Prices;
  caption: string;
  compact?: boolean;
  chartAt?: string;
  noted?: boolean;
}) {
  const { rows, caption, compact, chartAt, noted = true } = props;
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
          { header: '1 day', align: 'end', cell: ({ changes }) => <Moved by={changes.day} /> },
          ...(compact
            ? []
            : [
                {
                  header: '1 week',
                  align: 'end' as const,
                  cell: ({ changes }: Prices[number]) => <Moved by={changes.week} />,
                },
                {
                  header: '1 month',
                  align: 'end' as const,
                  cell: ({ changes }: Prices[number]) => <Moved by={changes.month} />,
                },
                { header: '24 hours', align: 'end' as const, cell: (row: Prices[number]) => <Trend row={row} /> },
                { header: 'Name', cell: ({ instrument }: Prices[number]) => <Muted>{instrument.name}</Muted> },
              ]),
        ]}
      />
      {noted && <PriceNote rows={rows} />}
    </Stack>
  );
}

function Trend({ row: { instrument, trend } }: { row: Prices[number] }) {
  const [first, last] = [trend[0], trend.at(-1)];
  if (first === undefined || last === undefined) return <Muted>n/a</Muted>;
  const label = `${instrument.symbol}: from ${formatPrice(first, instrument)} to ${formatPrice(last, instrument)}`;
  return <Sparkline values={trend} label={label} />;
}
