import { Disclosure } from '~/ui/layout/Disclosure';
import { Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Badge, DefinitionList, Money, Profit, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { ComparedCopy } from '../following/comparison.server';

type Compared = ComparedCopy['trades'][number];
type Parts = NonNullable<Compared['difference']>;

/** Why an order of the leader was left out or made smaller. */
const REASONS: Record<string, string> = {
  paused: 'the copy was paused',
  'no-stake': 'the trader had too little money of their own in it',
  'no-equity': 'nothing was left in the copy',
  'too-small': 'it came to less than a dollar',
  slippage: 'the price had moved too far',
  cap: 'it was more than one position may take',
  'day-spread': 'the day’s trading had cost as much in spread as this copy allows',
  margin: 'there was too little margin',
  'nothing-held': 'the copy held nothing of it',
  'closed-market': 'its market was closed when the copy began',
  ended: 'the copy ended before a price for it came',
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

/** Each trade of the leader beside one's own, a row each; what made the difference is folded below it. */
export function ComparedTrades({ trades, name }: { trades: Compared[]; name: string }) {
  return (
    <div>
      {trades.map((trade) => (
        <Disclosure key={trade.key} summary={<TradeSummary trade={trade} />}>
          <Stack>
            <Muted>
              <Time at={trade.openedAt} />
              {trade.closedAt && (
                <>
                  {' to '}
                  <Time at={trade.closedAt} />
                </>
              )}
              {trade.takenOver && ', taken over when the copy began'}
            </Muted>
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
                { header: 'Result', align: 'end', cell: ({ result }) => <Profit cents={result} /> },
              ]}
            />
            {trade.reasons.length > 0 && (
              <Muted>Orders skipped or reduced: {trade.reasons.map((code) => REASONS[code] ?? code).join('; ')}.</Muted>
            )}
            {trade.difference && <DifferenceParts difference={trade.difference} />}
          </Stack>
        </Disclosure>
      ))}
    </div>
  );
}

/** Two lines: what was traded and what you got, when and what the trader got at the size of your copy. */
const TradeSummary = ({
  trade: { symbol, side, openedAt, closedAt, own, difference, leader },
}: {
  trade: Compared;
}) => (
  <span className="grow leading-snug">
    <span className="flex justify-between gap-x-4">
      <span>
        {symbol}, {side} {!closedAt && <Badge>open</Badge>}
      </span>
      {isTold(closedAt, own.result) && (
        <span className="shrink-0 text-end">
          <Muted>You </Muted>
          <Profit cents={own.result} />
        </span>
      )}
    </span>
    <span className="flex justify-between gap-x-4 text-sm font-normal text-muted">
      <Time at={openedAt} dateOnly />
      {difference ? (
        <span className="text-end">
          Trader, at your size <Money cents={difference.scaled} signed />
        </span>
      ) : (
        isTold(closedAt, leader.result) && (
          <span className="text-end">
            Trader <Money cents={leader.result} signed />
          </span>
        )
      )}
    </span>
  </span>
);

/** A trade of which nothing is closed yet has no result to show. */
const isTold = (closedAt: Date | null, result: bigint): boolean => closedAt !== null || result !== 0n;
