import { CANDLE_LABELS } from '~/market/feed/candleLabels';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { CandleChart } from '~/ui/charts/CandleChart';
import { Card } from '~/ui/layout/Layout';
import { Link } from '~/web/router';
import type { ChartView } from '../../analysis/chart.server';
import { formatPrice } from '../../format';
import { createMovingAttribute } from '../../live/internal/movingPrices';
import { getCommonName, instrumentPath } from '../../naming';
import type { ChartData } from '../../queries.server';
import { PriceNow } from '../analysis/Figures';
import { PriceNote } from './PriceNote';
import { SymbolChoice } from './SymbolChoice';

/** Candles of one symbol, with a choice of symbol and timeframe that works without scripts. */
export function PriceChart({ view }: { view: ChartView }) {
  const { instrument, timeframe } = view;
  return (
    <Card
      id="chart"
      title={<Link to={instrumentPath(instrument.id)}>{getCommonName(instrument)}</Link>}
      lead={<PriceNow row={view} />}
    >
      <SymbolChoice action={view.action} current={instrument.id} symbols={view.symbols} timeframe={timeframe} />
      <ChoiceLinks label="Length of a candle" items={view.frames} />
      <PriceCandles view={view} />
    </Card>
  );
}

/** Candles with their source, for a page that chooses the symbol elsewhere. */
export const PriceCandles = ({ view }: { view: ChartData }) => (
  <>
    <CandleChart
      candles={view.candles}
      label={`${getCommonName(view.instrument)}, ${CANDLE_LABELS[view.timeframe]}`}
      format={(price) => formatPrice(price, view.instrument)}
      daily={view.timeframe === '1d'}
      moves={createMovingAttribute(view, 'price')}
    />
    <PriceNote rows={[view]} moving />
  </>
);
