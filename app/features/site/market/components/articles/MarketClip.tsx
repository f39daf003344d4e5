import type { Candle } from '~/market/feed/feed';
import { LinkButton } from '~/ui/Button';
import { MovingCandles } from '~/ui/charts/CandleChart';
import { Card, Cluster } from '~/ui/layout/Layout';
import { MarketState } from '~/ui/messages/MarketState';
import { getCommonName } from '../../naming';
import type { PriceRow } from '../../queries.server';
import { PriceNote } from '../prices/PriceNote';

export function MarketClip(props: { row: PriceRow; candles: Candle[]; playing: boolean; path: string }) {
  const { row, candles, playing, path } = props;
  const name = getCommonName(row.instrument);
  return (
    <section id="clip">
      <Card
        title={`${name}, the last ${candles.length} days`}
        lead={row.opensAt && <MarketState opensAt={row.opensAt} />}
      >
        <MovingCandles candles={candles} playing={playing} />
        <Cluster spread>
          <LinkButton to={playing ? `${path}#clip` : `${path}?play=1#clip`} icon={playing ? 'close' : 'arrow-right'}>
            {playing ? 'Stop' : `Play ${candles.length} days of ${name}`}
          </LinkButton>
          <PriceNote rows={[row]} />
        </Cluster>
      </Card>
    </section>
  );
}
