import { Badge, Change } from '~/ui/Data';
import { Muted } from '~/ui/Text';
import { formatPrice, toBps } from '../format';
import type { PriceRow } from '../queries.server';

/** A price, or that there is none (yet); `tagged` where its neighbours are not simulated and it is. */
export function Price({ row: { instrument, quote, sourced }, tagged = false }: { row: PriceRow; tagged?: boolean }) {
  if (!quote) return <Muted>{sourced ? 'no price yet' : 'n/a'}</Muted>;
  return (
    <>
      {formatPrice(quote.price, instrument)}
      {tagged && quote.source === 'simulated' && (
        <>
          {' '}
          <Badge tone="warning">simulated</Badge>
        </>
      )}
    </>
  );
}

/** A change as the feed gives it: a fraction, or nothing where its source does not reach back. */
export const Moved = ({ by }: { by: number | null }) =>
  by === null ? <Muted>n/a</Muted> : <Change bps={toBps(by)} even />;
