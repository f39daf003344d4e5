import { Card, Stack } from '~/ui/layout/Layout';
import { DefinitionList } from '~/ui/tables/Data';
import { Link } from '~/web/router';
import type { InstrumentView, PriceRange } from '../../analysis/instrument.server';
import { formatPrice } from '../../format';
import { getCommonName, instrumentPath } from '../../naming';
import { PriceChange } from './Figures';

export function InstrumentFacts({ view }: { view: InstrumentView }) {
  const { chart, day, quarter } = view;
  const { instrument } = chart;
  const range = (of: PriceRange | null) =>
    of ? `${formatPrice(of.low, instrument)} to ${formatPrice(of.high, instrument)}` : 'n/a';
  return (
    <Card title="Key figures">
      <Stack gap="tight">
        <DefinitionList
          items={[
            { term: '1 day', detail: <PriceChange row={chart} span="day" /> },
            { term: '1 week', detail: <PriceChange row={chart} span="week" /> },
            { term: '1 month', detail: <PriceChange row={chart} span="month" /> },
            { term: '24-hour range', detail: range(day) },
            { term: '90-day range', detail: range(quarter) },
            ...(instrument.measure && instrument.kind !== 'index'
              ? [{ term: 'Price', detail: instrument.measure }]
              : []),
          ]}
        />
        <FuturePremium view={view} />
      </Stack>
    </Card>
  );
}

/** Difference between a future and the current price: the cost of holding the goods until delivery. */
function FuturePremium({ view: { chart, tied } }: { view: InstrumentView }) {
  if (!tied?.quote || !chart.quote) return null;
  const { instrument } = chart;
  const [future, spot] = instrument.follows ? [chart.quote, tied.quote] : [tied.quote, chart.quote];
  const apart = future.price - spot.price;
  const other = <Link to={instrumentPath(tied.instrument.id)}>{getCommonName(tied.instrument)}</Link>;
  return (
    <p>
      {instrument.follows ? (
        <>
          This future stands {formatPrice(Math.abs(apart), instrument)} {apart < 0 ? 'below' : 'above'} {other}, which
          it is on and moves with.
        </>
      ) : (
        <>
          The {other} stands {formatPrice(Math.abs(apart), instrument)} {apart < 0 ? 'below' : 'above'} it and moves
          with it.
        </>
      )}
    </p>
  );
}
