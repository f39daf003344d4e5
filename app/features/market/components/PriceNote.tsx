import type { Source } from '~/market/feed/feed';
import { Badge, Time } from '~/ui/Data';
import { Cluster } from '~/ui/Layout';
import { Muted } from '~/ui/Text';
import type { Prices } from '../queries.server';

const WORDS: Record<Source, string> = {
  simulated: 'Simulated prices',
  exchange: "An exchange's prices",
  'central bank': "A central bank's daily rates",
};

/** While no source has answered since this installation began; later a silent one leaves its last prices, with their time. */
export const AWAITED =
  'The source of these prices has not answered yet. They appear here, with their time, once it does.';
const UNSOURCED = 'No source of these prices is configured.';

/** Where the prices above or below come from, and when they stood: beside every panel that shows any. */
export function PriceNote({ rows }: { rows: Prices }) {
  const newest = new Map<Source, Date>();
  for (const { quote } of rows) {
    if (quote && quote.at > (newest.get(quote.source) ?? new Date(0))) newest.set(quote.source, quote.at);
  }
  if (newest.size === 0) return <Muted>{rows.some(({ sourced }) => sourced) ? AWAITED : UNSOURCED}</Muted>;
  return (
    <Cluster>
      {[...newest].map(([source, at]) => (
        <Cluster key={source}>
          <Badge tone={source === 'simulated' ? 'warning' : 'neutral'}>{WORDS[source]}</Badge>
          <Muted>
            as of <Time at={at} />
          </Muted>
        </Cluster>
      ))}
    </Cluster>
  );
}

/** Whether only some of the rows are simulated, so that each has to say it by itself. */
export const isMixed = (rows: Prices): boolean => new Set(rows.map(({ quote }) => quote?.source)).size > 1;
