import { Card } from '~/ui/layout/Layout';
import { Profit } from '~/ui/tables/Data';
import { FirstRows } from '~/ui/tables/FirstRows';
import { Table } from '~/ui/tables/Table';
import { SymbolOf } from '../../quotes/components/SymbolOf';
import type { OpenPosition } from '../queries.server';

const MAX_POSITIONS_SHOWN = 5;

export const OpenPositions = ({ positions }: { positions: readonly OpenPosition[] }) => (
  <Card title="Open positions" lead="Results as if closed now, including the cost of holding.">
    <div data-moving>
      <FirstRows
        rows={positions}
        limit={MAX_POSITIONS_SHOWN}
        unit="position"
        table={(rows, isRest) => (
          <Table
            caption={isRest ? 'More open positions of this copy' : 'Open positions of this copy'}
            rows={rows}
            rowKey={({ symbol, side }) => `${symbol} ${side}`}
            dense
            atMost={MAX_POSITIONS_SHOWN}
            columns={[
              {
                header: 'Market',
                cell: ({ symbol, side, opensAt }) => <SymbolOf opensAt={opensAt}>{`${symbol}, ${side}`}</SymbolOf>,
              },
              {
                header: 'Size and prices',
                slim: true,
                cell: ({ size, entry, price }) => `${size} at ${entry}, now ${price}`,
              },
              { header: 'Size', align: 'end', spare: true, cell: ({ size }) => size },
              { header: 'Average entry', align: 'end', spare: true, cell: ({ entry }) => entry },
              { header: 'Price now', align: 'end', spare: true, cell: ({ price }) => price },
              { header: 'Result', align: 'end', cell: ({ result }) => <Profit cents={result} /> },
            ]}
          />
        )}
      />
    </div>
  </Card>
);
