import { FoldedPart } from '~/ui/layout/Fold';
import { Muted, NoWrap } from '~/ui/Text';
import { Profit, Time } from '~/ui/tables/Data';
import { FirstRows } from '~/ui/tables/FirstRows';
import { Table } from '~/ui/tables/Table';
import { SymbolOf } from '../../../quotes/components/SymbolOf';
import type { TraderAccount } from '../../record/internal/traderAccount.server';

const ORDER_KIND_NAMES = {
  market: 'at the market',
  limit: 'limit',
  stop: 'stop',
  'take-profit': 'take-profit',
  'close-out': 'closed for lack of margin',
  holding: 'cost of holding',
  amend: 'other stop or take-profit',
  flow: 'money in or out',
} as const satisfies Record<TraderAccount['orders'][number]['kind'], string>;

const OPENED_LABEL = <Muted>opened</Muted>;

const MAX_SHOWN_POSITIONS = 8;

export function AccountNow({ account: { positions, orders } }: { account: TraderAccount }) {
  return (
    <>
      <FoldedPart card title="Open positions" id="positions">
        <FirstRows
          rows={positions}
          limit={MAX_SHOWN_POSITIONS}
          unit="position"
          table={(rows, isRest) => (
            <Table
              caption={isRest ? 'More open positions' : 'Open positions'}
              rows={rows}
              rowKey={({ id }) => id}
              empty="No open positions."
              dense
              atMost={MAX_SHOWN_POSITIONS}
              columns={[
                { header: 'Market', cell: ({ symbol, opensAt }) => <SymbolOf opensAt={opensAt}>{symbol}</SymbolOf> },
                { header: 'Side', cell: ({ side }) => side },
                { header: 'Size', align: 'end', spare: true, cell: ({ size }) => size },
                { header: 'Average entry', align: 'end', spare: true, cell: ({ entry }) => entry },
                { header: 'Price now', cell: ({ price }) => price ?? 'not known' },
                {
                  header: 'Result now',
                  align: 'end',
                  cell: ({ result }) => (result === null ? 'not known' : <Profit cents={result} />),
                },
              ]}
            />
          )}
        />
      </FoldedPart>
      <FoldedPart card title="Newest orders" id="orders">
        <Table
          caption="Latest orders, newest first"
          rows={orders}
          rowKey={({ number }) => String(number)}
          empty="No order has been filled yet."
          dense
          atMost={12}
          columns={[
            { header: 'Market', cell: ({ symbol }) => symbol ?? 'account' },
            {
              header: 'Order',
              cell: ({ side, kind }) => (
                <NoWrap>{side ? `${side}, ${ORDER_KIND_NAMES[kind]}` : ORDER_KIND_NAMES[kind]}</NoWrap>
              ),
            },
            { header: 'Size', align: 'end', spare: true, cell: ({ size }) => size ?? '' },
            { header: 'Price', align: 'end', spare: true, cell: ({ price }) => price ?? '' },
            {
              header: 'Result',
              align: 'end',
              cell: ({ result }) => (result === 0n ? OPENED_LABEL : <Profit cents={result} />),
            },
            { header: 'Date', cell: ({ at }) => <Time at={at} /> },
          ]}
        />
      </FoldedPart>
    </>
  );
}
