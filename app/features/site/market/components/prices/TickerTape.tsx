import { Tape } from '~/ui/landing/Tape';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { MarketState } from '~/ui/messages/MarketState';
import { Notice } from '~/ui/messages/Notice';
import { getCommonName } from '../../naming';
import type { PriceRows } from '../../queries.server';
import { Price, PriceChange } from '../analysis/Figures';
import { InstrumentMark } from '../InstrumentMark';
import { hasMixedSources, PRICE_PENDING_TEXT, PriceNote } from './PriceNote';

export function TickerTape({ rows, only = false }: { rows: PriceRows; only?: boolean }) {
  if (rows.length === 0) return <Notice title="No market prices just now">{PRICE_PENDING_TEXT}</Notice>;
  const tagged = hasMixedSources(rows);
  return (
    <Stack gap="tight">
      <Tape
        label="Ticker tape"
        pause={!only}
        items={rows.map((row) => ({
          id: row.instrument.id,
          content: (
            <>
              <InstrumentMark of={row.instrument} tiny />
              <strong>{getCommonName(row.instrument)}</strong>
              <span>
                <Price row={row} tagged={tagged} alone />
              </span>
              {row.opensAt ? <MarketState opensAt={row.opensAt} /> : <PriceChange row={row} span="day" />}
            </>
          ),
        }))}
      />
      <Cluster>
        <PriceNote rows={rows} moving />
        {only && <LiveMark />}
      </Cluster>
    </Stack>
  );
}
