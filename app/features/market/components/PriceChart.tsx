import { CANDLE_WORDS } from '~/market/feed/candleWords';
import { CandleChart } from '~/ui/CandleChart';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { Section } from '~/ui/Layout';
import type { ChartView } from '../chart.server';
import { formatPrice } from '../format';
import { Moved, Price } from './Figures';
import { PriceNote } from './PriceNote';
import { SymbolChoice } from './SymbolChoice';

/** Candles of one symbol, with a choice of symbol and timeframe that needs no script. `view` from `chartView(...)`. */
export function PriceChart({ view }: { view: ChartView }) {
  const { instrument, timeframe, candles } = view;
  return (
    <Section
      id="chart"
      title={`${instrument.symbol}, ${instrument.name}`}
      lead={
        <>
          <Price row={view} /> <Moved row={view} span="day" /> in a day
        </>
      }
    >
      <SymbolChoice action={view.action} current={instrument.id} symbols={view.symbols} timeframe={timeframe} />
      <ChoiceLinks label="Length of a candle" items={view.frames} />
      <CandleChart
        candles={candles}
        label={`${instrument.symbol}, ${CANDLE_WORDS[timeframe]}`}
        format={(price) => formatPrice(price, instrument)}
        daily={timeframe === '1d'}
      />
      <PriceNote rows={[view]} moving />
    </Section>
  );
}
