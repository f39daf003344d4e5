import { Stack } from '~/ui/Layout';
import { Tape } from '~/ui/Tape';
import type { Prices } from '../queries.server';
import { Moved, Price } from './Figures';
import { isMixed, PriceNote } from './PriceNote';

/** A band of prices that passes by; nothing without any. `rows` from `tickerTape()`. */
export function TickerTape({ rows }: { rows: Prices }) {
  if (rows.length === 0) return null;
  const tagged = isMixed(rows);
  return (
    <Stack gap="tight">
      <Tape
        label="Ticker tape"
        items={rows.map((row) => ({
          id: row.instrument.id,
          content: (
            <>
              <strong>{row.instrument.symbol}</strong>
              <span>
                <Price row={row} tagged={tagged} />
              </span>
              <Moved by={row.changes.day} />
            </>
          ),
        }))}
      />
      <PriceNote rows={rows} />
    </Stack>
  );
}
