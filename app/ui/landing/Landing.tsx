import type { ReactNode } from 'react';
import { Link } from '~/web/router';
import { cx } from '../cx';
import { CardRow } from '../layout/CardRow';
import { Details } from '../layout/Details';
import { NestedHeadings } from '../layout/Heading';
import { Cluster } from '../layout/Layout';
import { Icon, type IconName } from '../pictures/Icon';
import { Badge } from '../tables/Data';

export const Bands = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 sm:gap-10">{children}</div>
);

type BandProps = {
  title: ReactNode;
  lead?: ReactNode;
  sample?: boolean;
  id?: string;
  more?: { to: string; label: string };
  /** True if the title is beside its content on a desktop. */
  aside?: boolean;
  small?: boolean;
  children: ReactNode;
};

const BandTitle = ({ title, sample, small }: Pick<BandProps, 'title' | 'sample' | 'small'>) => (
  <h2
    className={cx(
      'flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold leading-tight tracking-tight',
      small ? 'text-xl' : 'text-2xl',
    )}
  >
    {title}
    {sample && <SampleBadge />}
  </h2>
);

const MoreLink = ({ to, label }: { to: string; label: string }) => (
  <Link to={to} className="inline-flex min-h-11 items-center gap-1 font-medium whitespace-nowrap">
    {label}
    <Icon name="chevron-right" size="small" />
  </Link>
);

/** Section of a landing page. `sample` marks its content as invented. */
export const Band = (props: BandProps) => (
  <section
    id={props.id}
    data-reveal
    className={cx(
      'flex min-w-0 flex-col gap-3 sm:gap-4',
      props.aside && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,3fr)] lg:items-center lg:gap-8',
      // Aligns the lower edges of cards in adjacent bands.
      props.small && '*:last:grow',
    )}
  >
    <div className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4">
      <BandTitle {...props} />
      {props.more && <MoreLink {...props.more} />}
      {props.lead && <p className="col-span-2 text-muted">{props.lead}</p>}
    </div>
    <NestedHeadings>{props.children}</NestedHeadings>
  </section>
);

/** Section that is folded on a phone, and open on wide screens unless it is `always` folded. */
export const FoldedBand = (props: Omit<BandProps, 'lead' | 'aside' | 'small'> & { always?: boolean }) => (
  <section id={props.id} data-reveal className="relative min-w-0">
    <Details className={cx('group', !props.always && 'fold-part')}>
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <BandTitle {...props} />
        <span className={cx('text-muted group-open:rotate-180', !props.always && 'fold-mark')}>
          <Icon name="chevron-down" />
        </span>
      </summary>
      <div className="flex min-w-0 flex-col gap-3 pt-2 sm:gap-4 sm:pt-4">
        {props.more && (
          <div className="sm:absolute sm:end-0 sm:top-0">
            <MoreLink {...props.more} />
          </div>
        )}
        <NestedHeadings>{props.children}</NestedHeadings>
      </div>
    </Details>
  </section>
);

export const SampleBadge = () => <Badge tone="warning">sample</Badge>;

export const BandPair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-6 sm:gap-12 lg:grid-cols-2 lg:gap-6">{children}</div>
);

export const ThreeColumns = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">{children}</div>
);

export function Hero(props: {
  title: string;
  phrases: readonly string[];
  lead: ReactNode;
  picture?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid items-center gap-6 sm:gap-10 sm:py-4 lg:has-[>:nth-child(2)]:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight sm:text-5xl">
          {props.title} <Phrases phrases={props.phrases} />
        </h1>
        <p className="max-w-prose text-muted sm:text-lg">{props.lead}</p>
        {props.children}
      </div>
      {props.picture}
    </section>
  );
}

/** Phrases shown in turn, in a space as large as the longest. Read out as one sentence; static with reduced motion. */
function Phrases({ phrases }: { phrases: readonly string[] }) {
  return (
    <>
      <span className="sr-only">{phrases.join(', ')}</span>
      <span aria-hidden="true" data-phrases className="phrases text-accent">
        {phrases.map((phrase) => (
          <span key={phrase}>{phrase}</span>
        ))}
      </span>
    </>
  );
}

export const MotionSwitch = () => (
  <label className="motion-switch min-h-11 cursor-pointer items-center gap-2 text-sm text-muted">
    <input type="checkbox" id="still" data-still className="size-4" />
    Pause animation
  </label>
);

/** Actions at the end of the line that explains them; on a phone below it. */
export const ActionRow = ({ actions, children }: { actions: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4">
    <p className="min-w-0 flex-1 basis-80">{children}</p>
    <Cluster>{actions}</Cluster>
  </div>
);

export const LandingFigures = ({ figures }: { figures: readonly { label: string; value: string }[] }) => (
  <dl className="grid grid-cols-2 gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-4">
    {figures.map(({ label, value }) => (
      <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="text-2xl font-semibold tracking-tight text-accent">{value}</dd>
      </div>
    ))}
  </dl>
);

export function FeatureCard(props: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 rounded-card border border-line bg-surface p-4">
      <span className="row-span-2 grid size-11 place-items-center rounded-control bg-accent-soft text-accent">
        <Icon name={props.icon} />
      </span>
      <h3 className="font-semibold">{props.title}</h3>
      <p className="text-muted">{props.children}</p>
    </div>
  );
}

/** Numbered steps: in a row on wide screens, unless they are `stacked`. */
export function StepCards({
  steps,
  stacked,
}: {
  steps: readonly { title: string; text: string }[];
  stacked?: boolean;
}) {
  const across = !stacked;
  return (
    <ol
      className={cx(
        'grid rounded-card border border-line bg-surface',
        across ? 'md:grid-cols-3 md:gap-4 md:border-0 md:bg-transparent' : 'flex-1',
      )}
    >
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className={cx(
            'grid grid-cols-[auto_1fr] content-start gap-x-4 border-line px-4 py-3 not-first:border-t',
            across
              ? 'md:grid-cols-1 md:gap-y-2 md:rounded-card md:border md:bg-surface md:p-5'
              : 'lg:content-center lg:px-5',
          )}
        >
          <span
            aria-hidden="true"
            className={cx(
              'row-span-2 grid size-11 place-items-center rounded-full bg-accent text-lg font-semibold text-on-accent',
              across && 'md:row-span-1',
            )}
          >
            {index + 1}
          </span>
          <h3 className="font-semibold">{title}</h3>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** Short bands side by side; on a phone a row that scrolls sideways, like `CardRow`. */
export const BandRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <CardRow label={label} across={4} apart>
    {children}
  </CardRow>
);

export const NightBand = (props: {
  id: string;
  title: string;
  aside: ReactNode;
  unasked: string;
  children: ReactNode;
}) => (
  <section
    id={props.id}
    className="night group grid items-start gap-4 py-8 sm:gap-6 sm:py-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
  >
    <div className="flex min-w-0 flex-col gap-3">
      <h2 className="text-2xl font-semibold leading-tight tracking-tight">{props.title}</h2>
      <div className="flex flex-col gap-3 group-has-[option:checked:not(:default)]:hidden">{props.children}</div>
      <p className="hidden group-has-[option:checked:not(:default)]:block">{props.unasked}</p>
    </div>
    <div className="min-w-0">{props.aside}</div>
  </section>
);

export function CallToAction({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-card border border-accent bg-accent-soft px-5 py-6">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-2">
        <h2 className="text-2xl font-semibold leading-tight tracking-tight">{title}</h2>
        <p>{text}</p>
      </div>
      <Cluster>{children}</Cluster>
    </section>
  );
}

/** Marks of invented companies, labelled as such. */
export function PartnerMarks({ label, marks }: { label: string; marks: readonly { name: string; path: string }[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-2 text-muted sm:gap-y-4">
      <p className="inline-flex items-center gap-2 text-sm">
        {label} <SampleBadge />
      </p>
      {marks.map(({ name, path }) => (
        <span key={name} className="inline-flex items-center gap-2 font-semibold">
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 fill-current">
            <path d={path} />
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

export function LinkRow({ label, links }: { label: string; links: readonly { href: string; label: string }[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-6">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link to={href} className="inline-flex min-h-11 items-center">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
