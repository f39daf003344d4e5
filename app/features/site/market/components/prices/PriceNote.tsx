import type { PriceSource } from '~/market/feed/feed';
import { dayText } from '~/platform/text/dayText';
import { Cluster } from '~/ui/layout/Layout';
import { Muted, Small } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import type { PriceRows } from '../../queries.server';

/** Names of price sources; simulated prices are marked by the banner of paper mode. */
const SOURCE_NAMES: Partial<Record<PriceSource, string>> = {
  exchange: 'An exchange’s prices',
  'central bank': 'A central bank’s daily rates',
};

/** Text until a source has answered for the first time. If a source stops answering later, its last prices are shown with their time. */
export const PRICE_PENDING_TEXT =
  'The source of these prices has not answered yet. They appear here, with their time, once it does.';
const UNSOURCED_TEXT = 'These prices are not available here.';

/** Source and time of the adjacent prices. The script updates those that are `moving`. */
export function PriceNote({ rows, moving = false }: { rows: PriceRows; moving?: boolean }) {
  const sources = new Map<PriceSource, { at: Date; ids: string[] }>();
  for (const { quote, instrument } of rows) {
    if (!quote) continue;
    const { at, ids } = sources.get(quote.source) ?? { at: quote.at, ids: [] };
    const newest = new Date(Math.max(+quote.at, +at));
    sources.set(quote.source, { at: newest, ids: [...ids, instrument.id] });
  }
  if (sources.size === 0)
    return <Muted>{rows.some(({ hasSource }) => hasSource) ? PRICE_PENDING_TEXT : UNSOURCED_TEXT}</Muted>;
  return (
    <Cluster>
      {[...sources].map(([source, { at, ids }]) => (
        <Cluster key={source}>
          {SOURCE_NAMES[source] && <Badge>{SOURCE_NAMES[source]}</Badge>}
          <Small>
            {SOURCE_NAMES[source] ? 'as of' : 'Prices as of'}{' '}
            <span data-as-of={moving ? ids.join(' ') : undefined}>
              {moving ? <MovingTime at={at} /> : <Time at={at} />}
            </span>
          </Small>
        </Cluster>
      ))}
    </Cluster>
  );
}

/** Returns the time when all the markets open, which is stated once for them; null while one is open, or if the times differ. */
export function findCommonOpening([first, ...others]: PriceRows): Date | null {
  const opensAt = first?.opensAt ?? null;
  return others.every((row) => row.opensAt?.getTime() === opensAt?.getTime()) ? opensAt : null;
}

const MovingTime = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>
    {dayText(at).replace(/ \d{4}$/, '')}, {at.toISOString().slice(11, 19)} UTC
  </time>
);

export const hasMixedSources = (rows: PriceRows): boolean => new Set(rows.map(({ quote }) => quote?.source)).size > 1;
