import type { Candle } from '~/market/feed/feed';
import { LinkButton } from '~/ui/Button';
import { MovingCandles } from '~/ui/charts/CandleChart';
import { Card, Cluster } from '~/ui/layout/Layout';
import type { PriceRow } from '../../queries.server';
import { PriceNote } from '../prices/PriceNote';

export function MarketClip(props: { row: PriceRow; candles: Candle[]; playing: boolean; path: string }) {
  const { row, candles, playing, path } = props;
  return (
    <section id="clip">
      <Card title={`${row.instrument.name}, the last ${candles.length} days`}>
        <MovingCandles candles={candles} playing={playing} />
        <Cluster spread>
          <LinkButton to={playing ? `${path}#clip` : `${path}?play=1#clip`} icon={playing ? 'close' : 'arrow-right'}>
            {playing ? 'Stop' : `Play ${candles.length} days of ${row.instrument.name}`}
          </LinkButton>
          <PriceNote rows={[row]} />
        </Cluster>
      </Card>
    </section>
  );
}
