import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Link } from '../Link';
import { Details } from '../layout/Details';
import { Icon } from '../pictures/Icon';

export const OPEN_ENTRY_ID = 'open-item';

/** List of work next to the open entry. A phone shows the list until an entry is `chosen`. */
export function ListAndOpen(props: { list: ReactNode; open: ReactNode; chosen: boolean; back: string }) {
  const { list, open, chosen, back } = props;
  return (
    <div className="work-split">
      <div className={cx('min-w-0', chosen && 'work-not-now')}>{list}</div>
      {open && (
        <>
          {chosen && (
            <Link to={back} className="work-back">
              <Icon name="chevron-left" size="small" />
              Back to the list
            </Link>
          )}
          <section
            id={OPEN_ENTRY_ID}
            aria-label="The open entry"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
            tabIndex={0}
            className={cx('work-open', !chosen && 'work-not-now')}
          >
            {open}
          </section>
        </>
      )}
    </div>
  );
}

/** Footer of the open entry; next to the list it stays in view. */
export const StaysInView = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <a href={`#${DECIDE_ID}`} className="work-decide-link">
      {name}
      <Icon name="chevron-down" size="small" />
    </a>
    <div id={DECIDE_ID} className="work-decide">
      <div>{children}</div>
    </div>
  </>
);

const DECIDE_ID = 'decide';

const LINE_CLASS = 'work-line';

export const WorkLines = (props: {
  label: string;
  headings: ReactNode;
  atMost: number;
  isText: boolean;
  children: ReactNode;
}) => (
  <div className={cx('work-list', props.isText && 'work-words')}>
    <div className={cx(LINE_CLASS, 'work-not-now border-b border-line pb-1 text-muted')}>{props.headings}</div>
    <ol aria-label={props.label} data-records={props.atMost} className="work-lines">
      {props.children}
    </ol>
  </div>
);

export type WorkHeading = { name: string; to?: string; order?: 'up' | 'down'; place?: 'amount' | 'wide' };

const PLACE_CLASSES = { amount: 'text-end', wide: 'lg:col-span-2' };

/** Headings of a list. One with `to` sorts the list; a `wide` one also uses the space of an amount. */
export const WorkHeadings = ({ headings }: { headings: readonly WorkHeading[] }) =>
  headings.map(({ name, to, order, place }) => (
    <span key={name} className={cx('min-w-0', place && PLACE_CLASSES[place])}>
      {to ? (
        <Link to={to} preventScrollReset className="work-heading">
          {name}
          {order && <Icon name={order === 'up' ? 'arrow-up' : 'arrow-down'} size="small" />}
        </Link>
      ) : (
        name
      )}
    </span>
  ));

export function WorkLine(props: {
  id: string;
  to: string;
  isOpen: boolean;
  tick?: { form: string; name: string; value: string; label: string; ticked: boolean };
  name: string;
  amount?: ReactNode;
  what: ReactNode;
  since: ReactNode;
  state: ReactNode;
}) {
  const { id, to, isOpen, tick } = props;
  return (
    <li id={id} className={cx('work-row relative', isOpen && 'work-row-open')}>
      <div className={LINE_CLASS}>
        {tick ? (
          <label className="work-tick">
            <span className="sr-only">{tick.label}</span>
            <input
              type="checkbox"
              form={tick.form}
              name={tick.name}
              value={tick.value}
              defaultChecked={tick.ticked}
              className="size-4"
            />
          </label>
        ) : (
          <span className="work-tick" />
        )}
        <Link to={to} preventScrollReset aria-current={isOpen || undefined} data-line className="work-name">
          <span className="truncate">{props.name}</span>
        </Link>
        <span className={cx('text-end font-medium', !props.amount && 'lg:hidden')}>{props.amount}</span>
        <span className={cx('work-what text-muted', !props.amount && 'lg:col-span-2')}>
          {props.what}
          {props.state && <span className="lg:hidden"> · {props.state}</span>}
        </span>
        <span className="work-since text-muted">{props.since}</span>
        <span className="work-not-now truncate">{props.state}</span>
      </div>
    </li>
  );
}

/** Page of a list of work. Title, views and tools share one line, to leave the screen to the list. */
export const WorkPage = (props: {
  title: string;
  views: ReactNode;
  tools: ReactNode;
  totals: ReactNode;
  children: ReactNode;
}) => (
  <div className="work-page">
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-2xl leading-8 font-semibold">{props.title}</h1>
      {props.views}
      {props.tools}
      <span className="ms-auto">{props.totals}</span>
    </header>
    {props.children}
  </div>
);

export const WorkTool = (props: {
  label: ReactNode;
  tool: string;
  open?: boolean;
  /** True if the tool is only useful with a keyboard and JavaScript. */
  keys?: boolean;
  children: ReactNode;
}) => (
  <Details
    id={`tool-${props.tool}`}
    open={props.open}
    className={cx('work-tool group', props.keys && 'work-not-now noscript:hidden')}
  >
    <summary className="work-tool-name">
      {props.label}
      <span className="text-muted group-open:rotate-180">
        <Icon name="chevron-down" size="small" />
      </span>
    </summary>
    <div className="flex flex-col gap-3 py-3">{props.children}</div>
  </Details>
);

export const WorkNote = ({ tone, children }: { tone?: 'warning'; children: ReactNode }) => (
  <span className={cx('text-sm', tone ? 'text-warning' : 'text-muted')}>{children}</span>
);
