import type { SmallLine } from '../charts/geometry/smallLine';
import { SMALL_LINE_HEIGHT } from '../charts/geometry/smallLine';
import { cx } from '../cx';
import { Link } from '../Link';
import { PersonPicture } from '../pictures/PersonPicture';
import { Change, Money } from '../tables/Data';

/** Book with a trader of the installation on the left page, and a copy over the same time on the right page. Money in cents. */
export function HeroBook(props: {
  trader: { id: string; name: string; picture: string | null; manualLabel: string | null; line: SmallLine };
  bps: number;
  span: string;
  start: bigint;
  ended: bigint;
}) {
  const { trader, bps, span, start, ended } = props;
  const pages = [
    {
      whose: <Link to={`/traders/${trader.id}`}>{trader.name}</Link>,
      figure: <Change bps={bps} />,
      period: `in ${span}`,
    },
    {
      whose: 'Your copy',
      figure: <Money cents={ended} />,
      period: (
        <>
          from <Money cents={start} />
        </>
      ),
    },
  ];
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-raised">
      <div className="grid grid-cols-2 *:nth-2:border-s *:nth-2:border-line">
        {pages.map(({ whose, figure, period }, side) => (
          <div key={side} className="flex min-w-0 flex-col gap-2 p-3 sm:p-5">
            <p className="flex min-h-11 items-center gap-2 leading-tight font-semibold">
              {side === 0 && <PersonPicture name={trader.name} src={trader.picture} />}
              <span>{whose}</span>
            </p>
            <p className="text-sm text-muted">
              <span className="block text-xl leading-tight font-semibold text-ink sm:text-3xl">{figure}</span>
              {period}
            </p>
            <Curve
              line={trader.line}
              className={side ? 'fill-profit stroke-profit' : 'fill-accent stroke-accent'}
              isCopy={side === 1}
            />
          </div>
        ))}
      </div>
      <figcaption className="border-t border-line px-3 py-2 text-sm text-muted sm:px-5">
        {trader.manualLabel && `Trader: ${trader.manualLabel}. `}The same record in proportion, before costs. It is no
        forecast: you can lose money.
      </figcaption>
    </figure>
  );
}

/** Line over its area, solid or, for the copy, dashed. */
function Curve({ line, className, isCopy }: { line: SmallLine; className: string; isCopy: boolean }) {
  const width = Math.max(line.points - 1, 1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 -4 ${width} ${SMALL_LINE_HEIGHT + 8}`}
      preserveAspectRatio="none"
      className={cx('mt-auto h-20 w-full sm:h-40', className)}
    >
      <path d={`${line.path}V${SMALL_LINE_HEIGHT + 4}H0Z`} stroke="none" opacity=".15" />
      <path
        d={line.path}
        fill="none"
        strokeWidth="2.5"
        strokeDasharray={isCopy ? '6 4' : undefined}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
