import type { ReactNode } from 'react';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { dayText, weekdayText } from '~/platform/text/dayText';
import { percentText, signedPercentText, toBps } from '~/platform/text/percent';
import { useHydrated } from '../browser/hydrated';
import { cx } from '../cx';
import { Link } from '../Link';
import { BookPicture } from '../pictures/BookPicture';
import { Icon, type IconName } from '../pictures/Icon';
import { ageText } from './ageText';

/** Amount of money. `signed` shows it as a movement: `+$12.00`. */
export function Money({ cents, signed = false }: { cents: bigint; signed?: boolean }) {
  return <span className="whitespace-nowrap">{signed ? formatSignedUsd(cents) : formatUsd(cents)}</span>;
}

type Direction = keyof typeof DIRECTION_STYLES;
const directionOf = (cents: bigint): Direction => (cents > 0n ? 'up' : cents < 0n ? 'down' : 'none');

export const Profit = ({ cents }: { cents: bigint }) => (
  <SignedResult direction={directionOf(cents)} texts={['profit', 'loss', 'no change']}>
    {formatSignedUsd(cents)}
  </SignedResult>
);

/** Result in the format of the trader log: `+$ 12.00 USD`. */
export const ProfitUsd = ({ cents }: { cents: bigint }) => (
  <SignedResult direction={directionOf(cents)} texts={['profit', 'loss', 'no change']}>
    {`${formatSignedUsd(cents).replace('$', '$ ')} USD`}
  </SignedResult>
);

/** Amount of a transaction, formatted like `Profit`; deposits are not profits. */
export const MoneyInOrOut = ({ cents }: { cents: bigint }) => (
  <SignedResult direction={directionOf(cents)} texts={['in', 'out', 'unchanged']}>
    {formatSignedUsd(cents)}
  </SignedResult>
);

/** Change or return in basis points, formatted like `Profit`: `▲ +12.50%`. */
export const Change = ({ bps }: { bps: number }) => (
  <SignedResult direction={bps > 0 ? 'up' : bps < 0 ? 'down' : 'level'} texts={['up', 'down', 'no change']}>
    {signedPercentText(bps)}
  </SignedResult>
);

const DIRECTION_STYLES = {
  up: { icon: 'arrow-up', colour: 'text-profit', word: 0 },
  down: { icon: 'arrow-down', colour: 'text-loss', word: 1 },
  level: { icon: 'dash', colour: 'text-muted', word: 2 },
  // Zero has no mark, since a dash before $0.00 would look like a minus.
  none: { icon: null, colour: 'text-muted', word: 2 },
} as const;

function SignedResult(props: { direction: Direction; texts: readonly [string, string, string]; children: ReactNode }) {
  const { icon, colour, word } = DIRECTION_STYLES[props.direction];
  return (
    <span className={cx('inline-flex items-baseline gap-1 whitespace-nowrap font-medium', colour)}>
      {icon && <Icon name={icon} size="small" />}
      {props.children}
      <span className="sr-only">{` ${props.texts[word]}`}</span>
    </span>
  );
}

/** Time in the reader's zone with scripts, otherwise in UTC. `clockOnly` is for times of today. */
type TimeProps = {
  at: Date;
  dateOnly?: boolean;
  clockOnly?: boolean;
  /** Format for the next days: `Monday 08:00`. */
  weekday?: boolean;
};

export function Time({ at, dateOnly, clockOnly, weekday }: TimeProps) {
  const local = useHydrated() && !dateOnly;
  const clock = `${at.toISOString().slice(11, 16)} UTC`;
  const utc = `${dayText(at)}, ${clock}`;
  const ownClock = local && LOCAL_CLOCK.format(at);
  const here = local ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000) : at;
  const day = weekday ? weekdayText(here).slice(0, 3) : `${dayText(here)},`;
  const text = dateOnly ? dayText(at) : `${clockOnly ? '' : `${day} `}${ownClock || clock}`;
  return (
    <time dateTime={at.toISOString()} title={utc}>
      {preventBreaks(text)}
    </time>
  );
}

/** Returns the function that names the day of an instant in the zone that `Time` shows. */
export function useDayNames(): (at: Date) => string {
  const local = useHydrated();
  return (at) => {
    const here = local ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000) : at;
    return `${weekdayText(here)}, ${dayText(here)}`;
  };
}

export const Age = ({ since, at }: { since: Date; at: Date }) => (
  <time dateTime={since.toISOString()} title={`${dayText(since)}, ${since.toISOString().slice(11, 16)} UTC`}>
    {ageText(at.getTime() - since.getTime())}
  </time>
);

/** Prevents line breaks within a time, except between date and time of day. */
const preventBreaks = (text: string) => text.replaceAll(' ', '\u00a0').replace(',\u00a0', ', ');

/**
 * Formatter that is built only once, since `toLocaleTimeString` with options would build one for each instant of a
 * page.
 */
const LOCAL_CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });

export function Stat({ label, value, detail }: { label: ReactNode; value: ReactNode; detail?: ReactNode }) {
  return (
    <dl className="flex min-w-0 flex-col gap-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-semibold leading-tight *:font-semibold">{value}</dd>
      {detail && <dd className="text-sm text-muted">{detail}</dd>}
    </dl>
  );
}

export const NoFigure = ({ children }: { children: ReactNode }) => (
  <span className="text-base font-normal! text-muted">{children}</span>
);

export function DefinitionList({ items }: { items: readonly { term: ReactNode; detail: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ term, detail }, index) => (
        <div key={index} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
          <dt className="text-muted">{term}</dt>
          <dd className="ms-auto min-w-0 text-end font-medium">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fact = { term: string; detail: ReactNode /** True to omit the fact on a phone. */; spare?: boolean };

/** Facts about a subject in as many columns as fit or, with `columns`, in small text with three per row on a phone. */
export const Facts = ({ items, columns }: { items: readonly Fact[]; columns?: 3 | 4 | 5 }) => (
  <dl
    className={
      columns
        ? cx(
            'grid grid-cols-3 gap-x-3 gap-y-3 text-sm',
            columns === 4 && 'sm:grid-cols-4',
            columns === 5 && 'sm:grid-cols-5',
          )
        : 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-4 gap-y-3'
    }
  >
    {items.map(({ term, detail, spare }) => (
      <div key={term} className={cx('min-w-0', spare && 'max-sm:hidden')}>
        <dt className={cx('text-muted', columns ? 'text-xs sm:text-sm' : 'text-sm')}>{term}</dt>
        <dd className="font-medium">{detail}</dd>
      </div>
    ))}
  </dl>
);

/** Position on a scale with steps; `children` is its text. */
export const Scale = ({ value, of: steps, children }: { value: number; of: number; children: ReactNode }) => (
  // The text stays on one line; the scale shrinks in a narrow place.
  <span className="flex items-center gap-x-2">
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${steps * 10 - 2} 8`}
      preserveAspectRatio="none"
      className="h-2 min-w-8 max-w-16 flex-1 sm:max-w-24"
    >
      {Array.from({ length: steps }, (_, step) => (
        <rect key={step} x={step * 10} width={8} height={8} className={step < value ? 'fill-accent' : 'fill-line'} />
      ))}
    </svg>
    <span>{children}</span>
  </span>
);

const BADGE_CLASSES = {
  neutral: 'bg-well text-muted',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-profit-soft text-profit',
  bad: 'bg-loss-soft text-loss',
  warning: 'bg-warning-soft text-warning',
};

type BadgeTone = keyof typeof BADGE_CLASSES;

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex w-fit items-baseline gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap',
        BADGE_CLASSES[tone],
      )}
    >
      {icon && <Icon name={icon} size="small" />}
      {children}
    </span>
  );
}

const STATE_BADGES: Record<BadgeTone, { icon: IconName; statuses: string }> = {
  good: {
    icon: 'check',
    statuses:
      'approved accepted paid matured active open running sent posted copied verified profit done claimed filled answered',
  },
  warning: { icon: 'clock', statuses: 'pending requested waiting paused stopping voiding due submitted' },
  bad: { icon: 'close', statuses: 'rejected bounced failed reversed loss expired refused revoked' },
  neutral: {
    icon: 'dash',
    statuses: 'cancelled withdrawn ended stopped retired skipped closed released locked voided reduced taken-back',
  },
  accent: { icon: 'info', statuses: 'claimable' },
};

/** Display names of states, where they differ from the stored ones, so that one thing has one name in all tables. */
const STATE_NAMES: Readonly<Record<string, string>> = { accepted: 'approved', pending: 'in review' };

export function stateName(status: string): string {
  const text = (STATE_NAMES[status] ?? status).replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** State by its name, with fitting tone and mark. An unknown state is shown plainly. */
export function StatusBadge({ status }: { status: string }) {
  const tone = (Object.keys(STATE_BADGES) as BadgeTone[]).find((tone) =>
    STATE_BADGES[tone].statuses.split(' ').includes(status),
  );
  return (
    <Badge tone={tone} icon={tone && STATE_BADGES[tone].icon}>
      {stateName(status)}
    </Badge>
  );
}

/** Progress bar; `children` is its text ("2 of 4 days"). */
export function Progress(props: { value: number; max: number; label: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">{props.label}</span>
        <span>{props.children ?? percentText(toBps(props.value / (props.max || 1)))}</span>
      </div>
      <progress
        value={props.value}
        max={props.max || 1}
        aria-label={props.label}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

/** Timeline of events; a step without a time is in the future. */
export function Timeline({
  items,
}: {
  items: readonly { label: ReactNode; icon?: IconName; at?: Date | null; detail?: ReactNode }[];
}) {
  return (
    <ol>
      {items.map(({ label, icon, at, detail }, index) => (
        <li key={index} className="group relative flex gap-3 pb-5 last:pb-0">
          <span
            aria-hidden="true"
            className={cx('absolute top-5 -bottom-1 w-px bg-line group-last:hidden', icon ? 'start-4' : 'start-2')}
          />
          {icon ? (
            <span className="relative grid size-8 shrink-0 place-items-center self-start rounded-full bg-accent-soft text-accent">
              <Icon name={icon} size="small" />
            </span>
          ) : (
            <span
              aria-hidden="true"
              className={cx(
                'mt-1 size-4 shrink-0 rounded-full border-2',
                at ? 'border-accent bg-accent' : 'border-control',
              )}
            />
          )}
          <div className="min-w-0">
            <p className={at ? 'font-medium' : 'text-muted'}>{label}</p>
            <p className="text-sm text-muted">{at ? <Time at={at} /> : 'Not yet'}</p>
            {detail && <div className="mt-1">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

export function Empty({ icon, action, children }: { icon?: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-control px-6 py-10 text-center text-muted in-[.card]:border-0 in-[.card]:py-4">
      {(icon || action) && <BookPicture icon={icon} />}
      <div className="max-w-prose">{children}</div>
      {action}
    </div>
  );
}

/** Links to the pages of a long list. Renders nothing if there is only one page. */
export function Pager({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  if (pages <= 1) return null;
  return (
    <PagerLinks previous={page > 1 && href(page - 1)} next={page < pages && href(page + 1)}>
      Page {page} of {pages}
    </PagerLinks>
  );
}

/** Links back and forth in a list that continues from a row, so that new rows do not shift it. */
export function CursorPager({ previous, next }: { previous: string | null; next: string | null }) {
  return previous || next ? <PagerLinks previous={previous} next={next} /> : null;
}

function PagerLinks(props: { previous: string | null | false; next: string | null | false; children?: ReactNode }) {
  const step = 'inline-flex min-h-11 items-center gap-1 px-2';
  return (
    <nav aria-label="Pages" className="grid grid-cols-[1fr_auto_1fr] items-center print:hidden">
      <span>
        {props.previous && (
          <Link to={props.previous} rel="prev" className={step}>
            <Icon name="chevron-left" size="small" />
            Previous
          </Link>
        )}
      </span>
      <span className="text-center text-muted">{props.children}</span>
      <span className="text-end">
        {props.next && (
          <Link to={props.next} rel="next" className={step}>
            Next
            <Icon name="chevron-right" size="small" />
          </Link>
        )}
      </span>
    </nav>
  );
}
