import { Badge } from '~/ui/Data';
import { Tape } from '~/ui/Tape';
import type { Prices } from '../queries.server';
import { Moved, Price } from './Figures';

/** A band of prices that passes by. `rows` from `tickerTape()`. */
export function TickerTape({ rows }: { rows: Prices }) {
  const simulated = rows.some(({ quote }) => quote?.source === 'simulated');
  return (
    <Tape
      label="Ticker tape"
      items={rows.map((row) => ({
        id: row.instrument.id,
        content: (
          <>
            <strong>{row.instrument.symbol}</strong>
            <span>
              <Price row={row} />
            </span>
            <Moved by={row.changes.day} />
            {simulated && row.quote?.source === 'simulated' && <Badge tone="warning">simulated</Badge>}
          </>
        ),
      }))}
    />
  );
}
