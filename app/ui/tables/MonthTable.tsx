import { signedPercentText, toBps } from '~/platform/text/percent';
import { cx } from '../cx';

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Changes in basis points above which a cell is shaded more strongly. */
const SHADE_STEPS_BPS = [50, 200, 500] as const;

/** Table of signed changes by month (`2026-03`, as a fraction, oldest first) and year; blue for gains, orange for losses. */
export function MonthTable({
  months,
  caption,
}: {
  months: readonly { month: string; gain: number }[];
  caption: string;
}) {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))].reverse();
  const gains = new Map(months.map(({ month, gain }) => [month, gain]));
  return (
    <div className="flex flex-col gap-3">
      {years.map((year) => {
        const known = MONTH_NAMES.map((name, index) => ({
          name,
          gain: gains.get(`${year}-${String(index + 1).padStart(2, '0')}`),
        }));
        const total = known.reduce((all, { gain = 0 }) => all * (1 + gain), 1) - 1;
        return (
          <dl
            key={year}
            aria-label={`${caption} in percent, ${year}`}
            className="month-cells shaded grid grid-cols-4 gap-1 text-center text-sm sm:grid-cols-7"
          >
            <div className="col-span-4 flex items-center justify-between gap-2 sm:col-span-1 sm:justify-center">
              <dt className="font-medium">{year}</dt>
            </div>
            {known.map(({ name, gain }) => (
              <Cell key={name} name={name} gain={gain} />
            ))}
            <Cell name="Year" gain={total} wide />
          </dl>
        );
      })}
    </div>
  );
}

function Cell({ name, gain, wide }: { name: string; gain: number | undefined; wide?: boolean }) {
  const bps = gain === undefined ? null : toBps(gain);
  // The percent sign is in the header, since thirteen columns leave no room for it.
  const text = bps === null ? '–' : signedPercentText(bps).replace('%', '');
  return (
    <div
      className={cx(
        'flex min-w-0 flex-col rounded-sm px-0.5 py-1.5 leading-tight',
        wide && 'font-semibold max-sm:col-span-4',
        bps === null ? 'text-muted' : toneOf(bps),
      )}
    >
      <dt className="text-xs">{name}</dt>
      <dd className="text-[0.8rem] whitespace-nowrap">{text}</dd>
    </div>
  );
}

const GAIN_CLASSES = ['bg-gain-1', 'bg-gain-2', 'bg-gain-3'];
const LOSS_CLASSES = ['bg-fall-1', 'bg-fall-2', 'bg-fall-3'];

function toneOf(bps: number): string {
  const size = Math.abs(bps);
  if (size < SHADE_STEPS_BPS[0]) return 'bg-well';
  const step = size < SHADE_STEPS_BPS[1] ? 0 : size < SHADE_STEPS_BPS[2] ? 1 : 2;
  return (bps > 0 ? GAIN_CLASSES : LOSS_CLASSES)[step] ?? '';
}
