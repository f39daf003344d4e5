import { toBps } from '~/platform/text/percent';
import { MarketState } from '~/ui/messages/MarketState';
import { Muted } from '~/ui/Text';
import { Badge, Change } from '~/ui/tables/Data';
import { formatPrice } from '../../format';
import { createMovingAttribute } from '../../live/internal/movingPrices';
import type { PriceRow } from '../../queries.server';

/** Price that scripts update in place, or a text if there is none. `tagged` marks a simulated price among others. */
export function Price({ row, tagged = false, alone = false }: { row: PriceRow; tagged?: boolean; alone?: boolean }) {
  const { instrument, quote, hasSource, opensAt } = row;
  if (!quote) return <Muted>{hasSource ? 'no price yet' : 'n/a'}</Muted>;
  return (
    <>
      <span data-moves={createMovingAttribute({ instrument }, 'price')}>{formatPrice(quote.price, instrument)}</span>
      {tagged && quote.source === 'simulated' && (
        <>
          {' '}
          <Badge tone="warning">simulated</Badge>
        </>
      )}
      {opensAt && !alone && (
        <span className="block">
          <MarketState opensAt={opensAt} />
        </span>
      )}
    </>
  );
}

export function PriceNow({ row }: { row: PriceRow }) {
  if (!row.quote) return <Muted>{row.hasSource ? 'No price yet' : 'This price is not available here'}</Muted>;
  return (
    <>
      <Price row={row} alone />
      {row.changes.day !== null && (
        <>
          {' '}
          <PriceChange row={row} span="day" /> in a day
        </>
      )}{' '}
      <MarketState opensAt={row.opensAt} />
    </>
  );
}

export const PriceLarge = ({ row }: { row: PriceRow }) => (
  <span className="flex flex-wrap items-baseline gap-x-3 text-base text-ink">
    <span className="text-3xl font-semibold tracking-tight">
      <Price row={row} alone />
    </span>
    {row.changes.day !== null && (
      <span>
        <PriceChange row={row} span="day" /> in a day
      </span>
    )}
    <MarketState opensAt={row.opensAt} />
  </span>
);

/** Change of a price over a period, or `n/a` if its source has no price from the start of the period. */
export function PriceChange({ row, span }: { row: PriceRow; span: 'day' | 'week' | 'month' }) {
  const by = row.changes[span];
  if (by === null) return <Muted>n/a</Muted>;
  return (
    <span data-moves={createMovingAttribute(row, span)}>
      <Change bps={toBps(by)} />
    </span>
  );
}
