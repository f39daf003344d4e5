import { Section } from '~/ui/layout/Layout';
import { Profit } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { OpenPosition } from '../queries.server';

/** What a copy holds, with results that move with the prices; nothing where it holds nothing. */
export function OpenPositions({ positions }: { positions: readonly OpenPosition[] }) {
  if (positions.length === 0) return null;
  return (
    <Section title="Open positions">
      <div data-moving>
        <Table
          caption="Open positions of this copy"
          rows={positions}
          rowKey={({ symbol, side }) => `${symbol} ${side}`}
          dense
          atMost={8}
          columns={[
            { header: 'Market', cell: ({ symbol, side }) => `${symbol}, ${side}` },
            { header: 'Size', align: 'end', spare: true, cell: ({ size }) => size },
            { header: 'Average entry', align: 'end', spare: true, cell: ({ entry }) => entry },
            { header: 'Price now', cell: ({ price }) => price },
            { header: 'Result now', align: 'end', cell: ({ result }) => <Profit cents={result} /> },
          ]}
        />
      </div>
    </Section>
  );
}
