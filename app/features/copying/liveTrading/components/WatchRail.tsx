import { InstrumentMark, Price, PriceChange } from '~/features/site/components';
import { Link } from '~/ui/Link';
import type { LiveView } from '../view.server';

/** Watched symbols next to the chart, or above it on a phone, where they scroll sideways. */
export const WatchRail = ({ view: { watchlist, chartAt, row: shown } }: { view: LiveView }) => (
  <nav aria-label="Watchlist" className="desk-rail">
    <ul className="sideways">
      {watchlist.map((row) => (
        <li key={row.instrument.id}>
          <Link
            to={chartAt + row.instrument.id}
            preventScrollReset
            aria-current={row.instrument.id === shown.instrument.id ? 'true' : undefined}
          >
            <InstrumentMark of={row.instrument} />
            <span>
              <b>{row.instrument.symbol}</b>
              <span className="desk-figures">
                <Price row={row} alone />{' '}
                {row.closed ? <span className="text-muted">closed</span> : <PriceChange row={row} span="day" />}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
