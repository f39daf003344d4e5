import { formatUsd } from '~/ledger/money';
import { cx } from '~/ui/cx';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Badge, Money, Profit, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { ComparedCopy } from '../following/comparison.server';
import { ORDER_REASONS } from '../reasons';

type Compared = ComparedCopy['trades'][number];
type Parts = Compared['difference'];

/** Part of a difference in results. `short` is its name within a sentence. */
type Part = { term: string; cents: bigint; short?: string };

/**
 * List of amounts that add up to a result. Amounts of zero are omitted, except the first, which is the trader's own
 * result.
 */
const Sum = ({ parts, result }: { parts: Part[]; result: Part }) => (
  <dl className="divide-y divide-line">
    {[...parts.filter(({ cents }, at) => at === 0 || cents !== 0n), result].map((part) => (
      <div key={part.term} className="flex items-baseline justify-between gap-4 py-2">
        <dt className={cx('text-sm', part === result ? 'font-semibold' : 'text-muted')}>{part.term}</dt>
        <dd>
          <Profit cents={part.cents} />
        </dd>
      </div>
    ))}
  </dl>
);

const listDifferenceParts = ({ scaled, followed, size, own, price, cost, rest }: Parts): Part[] => [
  { term: 'The trader’s result, at the size of your copy', cents: scaled },
  { term: 'Orders not followed', cents: followed, short: 'orders not followed' },
  { term: 'Size: limits, money you moved, and equity that changed', cents: size, short: 'size' },
  {
    term: 'Closed only by your copy: too little margin, or the copy ended',
    cents: own,
    short: 'positions that your copy closed alone',
  },
  { term: 'Price: fills a second later, and the spread of positions taken over', cents: price, short: 'prices' },
  { term: 'Cost of holding', cents: cost, short: 'the cost of holding' },
  { term: 'Cents rounded', cents: rest },
];

const DifferenceParts = ({ difference }: { difference: Parts }) => (
  <Sum parts={listDifferenceParts(difference)} result={{ term: 'Your result', cents: difference.result }} />
);

export function WholeResult({ whole }: { whole: NonNullable<ComparedCopy['whole']> }) {
  const parts: Part[] = [
    ...listDifferenceParts(whole.trades),
    { term: 'Results entered by management', cents: whole.manualCents },
    { term: 'The trader’s share', cents: -whole.share, short: 'the trader’s share' },
    { term: 'Losses beyond the copy’s money, not charged to you', cents: whole.forgiven, short: 'losses not charged' },
    { term: 'Profits that wait for the market reserve', cents: -whole.waiting, short: 'profits that wait' },
  ];
  return (
    <>
      <p>{summarizeDifference(parts, whole)}</p>
      <Sum parts={parts} result={{ term: 'Your result', cents: whole.result }} />
    </>
  );
}

const formatSize = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

function summarizeDifference(
  [leader, ...parts]: Part[],
  { result, manualCents }: { result: bigint; manualCents: bigint },
): string {
  const made = (leader?.cents ?? 0n) + manualCents;
  if (result === made) return 'Your result matches the trader’s, at the size of your copy.';
  const isMore = result > made;
  // A part with the opposite sign reduces the difference, so it can't be the cause.
  const [most] = parts
    .filter(({ cents, short }) => short && cents > 0n === isMore && cents !== 0n)
    .sort((one, other) => Number(formatSize(other.cents) - formatSize(one.cents)));
  const difference = `${formatUsd(formatSize(result - made))} ${isMore ? 'more' : 'less'}`;
  return `You got ${difference} than the trader made at the size of your copy${most ? `, mostly because of ${most.short}` : ''}.`;
}

/**
 * List of trades. Each row shows the copy's result and, when expanded, the trader's side, the copy's side and the
 * causes of the difference.
 */
export function ComparedTrades({ trades, name }: { trades: Compared[]; name: string }) {
  return (
    <div>
      {trades.map((trade) => (
        <Disclosure key={trade.key} summary={<TradeSummary trade={trade} />}>
          <Stack>
            <Muted>
              <Time at={trade.openedAt} />
              {(trade.closedAt ?? trade.endedAt) && (
                <>
                  {' to '}
                  <Time at={(trade.closedAt ?? trade.endedAt) as Date} />
                </>
              )}
              {trade.takenOver && ', taken over when the copy began'}
              {trade.endedAt && ', when the copy ended; the trader’s side is as it was then'}
              {trade.isOpen && ', open: results as if closed now'}
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
              <Muted>
                Orders skipped or reduced: {trade.reasons.map((code) => ORDER_REASONS[code] ?? code).join('; ')}.
              </Muted>
            )}
            <DifferenceParts difference={trade.difference} />
          </Stack>
        </Disclosure>
      ))}
    </div>
  );
}

/** Summary of a trade: the instrument, the time, your result, and the trader's result at the size of your copy. */
const TradeSummary = ({
  trade: { symbol, side, openedAt, closedAt, endedAt, isOpen, own, difference },
}: {
  trade: Compared;
}) => (
  <span className="trade-row">
    <span>
      {symbol}, {side} {isOpen && <Badge>open</Badge>}
    </span>
    <span>
      <Muted>You </Muted>
      <Profit cents={own.result} />
    </span>
    <span>
      {isOpen ? 'Opened' : 'Closed'} <Time at={isOpen ? openedAt : (closedAt ?? endedAt ?? openedAt)} dateOnly />
    </span>
    <span>
      Trader <Money cents={difference.scaled} signed />
    </span>
  </span>
);
