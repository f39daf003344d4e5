import { cx } from '../cx';
import { Profit } from '../tables/Data';
import { Sample } from './Landing';

/** A trade as the trader has it and as its copy does: amounts in whole dollars, results in cents. */
export type MirroredTrade = { pair: string; amounts: readonly [number, number]; results: readonly [bigint, bigint] };

/** Our picture: an open book, a trader on its left page, and on its right one the same trades in proportion. */
export function OpenBook({ trades }: { trades: readonly MirroredTrade[] }) {
  const line = 'M0 44 22 34 44 38 66 22 88 27 110 14 132 18 160 4';
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line bg-page shadow-raised">
      <div className="grid grid-cols-2 *:nth-2:border-s *:nth-2:border-line">
        {(['The trader', 'Your copy'] as const).map((whose, side) => (
          <div key={whose} className="flex min-w-0 flex-col gap-3 p-3 sm:p-5">
            <p className="flex items-center gap-2 font-semibold">
              <span aria-hidden="true" className={cx('size-3 rounded-full', side ? 'bg-profit' : 'bg-accent')} />
              {whose}
            </p>
            <svg aria-hidden="true" viewBox="0 0 160 48" preserveAspectRatio="none" className="h-10 w-full sm:h-20">
              <path d={`${line}V48H0Z`} className={cx('opacity-15', side ? 'fill-profit' : 'fill-accent')} />
              <path
                d={line}
                className={cx('fill-none', side ? 'stroke-profit' : 'stroke-accent')}
                strokeWidth="2.5"
                strokeDasharray={side ? '5 4' : undefined}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <ul className="divide-y divide-line text-sm">
              {trades.map(({ pair, amounts, results }) => (
                <li key={pair} className="grid py-2 max-sm:nth-3:hidden sm:grid-cols-2">
                  <span className="text-muted">{pair}</span>
                  <span className="text-end">${amounts[side]?.toLocaleString('en-US')}</span>
                  <span className="text-end font-medium sm:col-span-2">
                    <Profit cents={results[side] ?? 0n} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <figcaption className="flex items-center justify-between gap-3 border-t border-line px-3 py-2 text-sm text-muted sm:px-5">
        The same trades, in proportion. <Sample />
      </figcaption>
    </figure>
  );
}
