import { Time } from '../tables/Data';

/** Pill next to the prices of a closed market, which do not change before it opens. Nothing while the market is open. */
export const MarketState = ({ opensAt }: { opensAt: Date | null }) =>
  opensAt && (
    <span className="inline-block w-fit rounded-full bg-well px-2 py-0.5 text-xs font-medium whitespace-normal text-muted">
      Closed · opens <Time at={opensAt} weekday />
    </span>
  );
