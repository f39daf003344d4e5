import { Badge, DefinitionList, Money, Profit, Time } from '~/ui/Data';
import { Disclosure } from '~/ui/Disclosure';
import { Card, Cluster, Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import type { ComparedCopy } from '../comparison.server';

type Compared = ComparedCopy['trades'][number];
type Parts = NonNullable<Compared['difference']>;

/** Why an order of the leader was left out or made smaller. */
const REASONS: Record<string, string> = {
  paused: 'the copy was paused',
  'no-equity': 'nothing was left in the copy',
  'too-small': 'it came to less than a dollar',
  slippage: 'the price had moved too far',
  cap: 'it was more than one position may take',
  margin: 'there was too little margin',
  'nothing-held': 'the copy held nothing of it',
  'closed-market': 'its market was closed when the copy began',
};

/** What makes a copy's result differ from its leader's, scaled; the parts add up. */
export const DifferenceParts = ({ difference }: { difference: Parts }) => (
  <DefinitionList
    items={[
      { term: 'The trader’s result, at the size of your copy', detail: <Profit cents={difference.scaled} /> },
      { term: 'Orders that were not followed', detail: <Profit cents={difference.followed} /> },
      { term: 'Size: rounding, limits, and equity that changed', detail: <Profit cents={difference.size} /> },
      { term: 'Price, a second later', detail: <Profit cents={difference.price} /> },
      { term: 'Cost of holding', detail: <Profit cents={difference.cost} /> },
      { term: 'Cents rounded, and money you moved', detail: <Profit cents={difference.rest} /> },
      { term: 'Your result', detail: <Profit cents={difference.result} /> },
    ]}
  />
);

/** Each trade of the leader beside one's own. */
export function ComparedTrades({ trades, name }: { trades: Compared[]; name: string }) {
  return (
    <Stack>
      {trades.map((trade) => (
        <Card key={trade.key} title={`${trade.symbol}, ${trade.side}`}>
          <Cluster>
            <Muted>
              <Time at={trade.openedAt} />
              {trade.closedAt ? (
                <>
                  {' to '}
                  <Time at={trade.closedAt} />
                </>
              ) : null}
            </Muted>
            {!trade.closedAt && <Badge>open</Badge>}
            {trade.takenOver && <Badge>taken over when the copy began</Badge>}
          </Cluster>
          <Table
            caption={`${trade.symbol}: the trader and you`}
            rows={[
              { who: name, ...trade.leader },
              { who: 'Your copy', ...trade.own },
            ]}
            rowKey={({ who }) => who}
            columns={[
              { header: 'Who', cell: ({ who }) => who },
              { header: 'Size', align: 'end', cell: ({ size }) => size },
              { header: 'Entry', align: 'end', cell: ({ entry }) => entry ?? '–' },
              { header: 'Exit', align: 'end', cell: ({ exit }) => exit ?? '–' },
              { header: 'Result', align: 'end', cell: ({ result }) => <Money cents={result} signed /> },
            ]}
          />
          {trade.reasons.length > 0 && (
            <Muted>
              Orders left out or made smaller: {trade.reasons.map((code) => REASONS[code] ?? code).join('; ')}.
            </Muted>
          )}
          {trade.difference && (
            <Disclosure summary="Why the two results differ">
              <DifferenceParts difference={trade.difference} />
            </Disclosure>
          )}
        </Card>
      ))}
    </Stack>
  );
}
