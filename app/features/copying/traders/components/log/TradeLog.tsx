import { toSignedResult } from '~/ledger/money';
import { Cluster } from '~/ui/layout/Layout';
import { Badge, Profit, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';

type ManualResult = {
  id: string;
  pair: string;
  amount: bigint;
  type: 'profit' | 'loss';
  source: 'engine' | 'operator';
  at: Date;
  voidedAt: Date | null;
  voidReason: string | null;
};

const SOURCE_TITLES = { engine: 'simulated by the engine', operator: 'entered by management' };

export function TradeLog({ trades }: { trades: ManualResult[] }) {
  return (
    <Table
      caption="Closed trades, newest first"
      rows={trades}
      rowKey={({ id }) => id}
      empty="No trade has been recorded yet."
      dense
      columns={[
        { header: 'Trade pair', cell: ({ pair }) => pair },
        { header: 'Result', align: 'end', cell: (trade) => <Profit cents={toSignedResult(trade)} /> },
        { header: 'Date', cell: ({ at }) => <Time at={at} /> },
        {
          header: 'Source',
          cell: ({ source, voidedAt, voidReason }) => (
            <Cluster>
              <Badge>{SOURCE_TITLES[source]}</Badge>
              {voidedAt && <Badge tone="bad">voided: {voidReason}</Badge>}
            </Cluster>
          ),
        },
      ]}
    />
  );
}
