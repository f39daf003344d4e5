import { InstrumentMark, Price, PriceChange } from '~/features/site/components';
import { Link } from '~/ui/Link';
import { MarketState } from '~/ui/messages/MarketState';
import type { LiveView } from '../view.server';

/** Watched symbols next to the chart, or below it on a phone, where they scroll sideways. Closed markets follow their opening time. */
export const WatchRail = ({ view: { watchlist, chartAt, row: shown } }: { view: LiveView }) => (
  <nav aria-label="Watchlist" className="desk-rail">
    <ul className="sideways">
      {watchlist.map((row, index) => (
        <li key={row.instrument.id}>
          {row.opensAt?.getTime() !== watchlist[index - 1]?.opensAt?.getTime() && <MarketState opensAt={row.opensAt} />}
          <Link
            to={chartAt + row.instrument.id}
            preventScrollReset
            aria-current={row.instrument.id === shown.instrument.id ? 'true' : undefined}
          >
            <InstrumentMark of={row.instrument} />
            <span>
              <b>{row.instrument.symbol}</b>
              <span className="desk-figures">
                <Price row={row} alone /> <PriceChange row={row} span="day" />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
