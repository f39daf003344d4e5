import type { ReactNode } from 'react';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { cx } from '../cx';
import { Heading, NestedHeadings } from './Heading';

type Gap = 'tight' | 'normal' | 'loose';

const GAP_CLASSES: Record<Gap, string> = { tight: 'gap-2', normal: 'gap-4', loose: 'gap-8' };

const WIDTH_CLASSES = { reading: 'max-w-3xl', main: 'max-w-6xl', wide: 'max-w-6xl', full: '' };

/** Frame of every page: title, actions, content. `roomy` is for visitors. A page of width `main` is a `MainColumn`. */
export function Page(props: {
  title: ReactNode;
  picture?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  width?: keyof typeof WIDTH_CLASSES;
  roomy?: boolean;
  children: ReactNode;
}) {
  const { roomy } = props;
  return (
    // Narrower pages have the same left edge and title position as the others.
    <div className={cx('mx-auto w-full', props.width !== 'full' && WIDTH_CLASSES.wide)}>
      <div
        className={cx(
          'flex flex-col',
          roomy ? 'gap-8 sm:gap-10 sm:pb-4' : 'gap-6',
          WIDTH_CLASSES[props.width ?? 'wide'],
        )}
      >
        <header className="page-head">
          <div className={cx('flex min-w-0 items-center gap-4', Boolean(props.picture) && 'grow basis-56')}>
            {props.picture}
            <div className="flex min-w-0 flex-col gap-1">
              <h1 className="page-title">{props.title}</h1>
              {props.lead && <div className={cx('max-w-prose text-muted', roomy && 'sm:text-lg')}>{props.lead}</div>}
            </div>
          </div>
          {props.actions && <Cluster>{props.actions}</Cluster>}
        </header>
        {props.width === 'main' ? <MainColumn>{props.children}</MainColumn> : props.children}
      </div>
    </div>
  );
}

/** Column with the width of the main one of `Columns`, for pages without an aside, so that cards of all pages align. */
export const MainColumn = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-6 lg:w-[calc((100%-1rem)*2/3)]">{children}</div>
);

export const Figures = ({ children }: { children: ReactNode }) => <div className="figures">{children}</div>;

export function Stack({ gap = 'normal', children }: { gap?: Gap; children: ReactNode }) {
  return <div className={cx('flex min-w-0 flex-col', GAP_CLASSES[gap])}>{children}</div>;
}

/** Wrapping row of elements. `inRow` keeps one line on wide screens. */
export function Cluster({
  gap = 'tight',
  spread = false,
  inRow = false,
  children,
}: {
  gap?: Gap;
  spread?: boolean;
  inRow?: boolean;
  children: ReactNode;
}) {
  const classes = cx(
    'flex flex-wrap items-center',
    GAP_CLASSES[gap],
    spread && 'justify-between',
    inRow && 'xl:flex-nowrap xl:gap-0 xl:whitespace-nowrap',
  );
  return <div className={classes}>{children}</div>;
}

export const WithPicture = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <div className="flex items-center gap-4">
    {picture}
    <div className="min-w-0 grow">{children}</div>
  </div>
);

const CELL_CLASSES = {
  tiny: 'grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]',
  small: 'grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]',
  medium: 'grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]',
  // Six equal cards: two per row on a phone, three elsewhere.
  thirds: 'grid-cols-2 sm:grid-cols-3',
  large: 'grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))]',
};

export const Grid = ({ cell = 'medium', children }: { cell?: keyof typeof CELL_CLASSES; children: ReactNode }) => (
  <div className={cx('grid gap-4', CELL_CLASSES[cell])}>{children}</div>
);

/** Records of a page as `FoldedCard`s, on a phone rows with hairlines. */
export const Records = ({ children }: { children: ReactNode }) => (
  <div data-records={ROWS_ON_A_PAGE} className="grid divide-y divide-line sm:gap-4 sm:divide-y-0">
    {children}
  </div>
);

const RATIO_CLASSES = { even: 'lg:grid-cols-2', 'main-aside': 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]' };

/** Two columns on a wide screen, one below the other elsewhere. */
export const Columns = ({
  ratio = 'even',
  gap = 'normal',
  children,
}: {
  ratio?: keyof typeof RATIO_CLASSES;
  gap?: Gap;
  children: ReactNode;
}) => <div className={cx('grid items-start *:min-w-0', GAP_CLASSES[gap], RATIO_CLASSES[ratio])}>{children}</div>;

/** Content only for wide screens; phones have another control for it. */
export const WideOnly = ({ from = 'large', children }: { from?: 'small' | 'large'; children: ReactNode }) => (
  <div className={from === 'small' ? 'max-sm:hidden' : 'max-lg:hidden'}>{children}</div>
);

/** Content only for phones or, with `large`, for all screens without the side menu. */
export const PhoneOnly = ({ until = 'small', children }: { until?: 'small' | 'large'; children: ReactNode }) => (
  <div className={until === 'small' ? 'sm:hidden' : 'lg:hidden'}>{children}</div>
);

/** Actions within reach of the thumb on a phone, above the navigation bar; absent on wide screens. */
export const PhoneBar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-14 z-10 -mx-4 border-t border-line bg-surface px-4 py-2 lg:hidden print:hidden">
    {children}
  </div>
);

export function Section(props: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section id={props.id} className="flex min-w-0 flex-col gap-3">
      <TitleRow title={props.title} lead={props.lead} actions={props.actions} />
      <NestedHeadings>{props.children}</NestedHeadings>
    </section>
  );
}

const TONE_CLASSES = {
  plain: '',
  accent: 'border-accent bg-accent-soft',
  warning: 'border-warning bg-warning-soft',
  danger: 'border-loss bg-surface',
};

export function Card(props: {
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  tone?: keyof typeof TONE_CLASSES;
  id?: string;
  /** True for one of many cards, which then has less padding on a phone. */
  compact?: boolean;
  children: ReactNode;
}) {
  return (
    <div id={props.id} className={cx('card', props.compact && 'card-compact', TONE_CLASSES[props.tone ?? 'plain'])}>
      {props.title && <TitleRow size={3} title={props.title} lead={props.lead} actions={props.actions} />}
      {/* A card without a title adds no heading level. */}
      {props.title ? <NestedHeadings>{props.children}</NestedHeadings> : props.children}
    </div>
  );
}

export const Foot = ({ children }: { children: ReactNode }) => (
  <div className="mt-auto flex flex-col gap-2">{children}</div>
);

export function TitleRow(props: { title: ReactNode; lead?: ReactNode; actions?: ReactNode; size?: 3 }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className={cx('min-w-0', Boolean(props.lead) && 'grow basis-56')}>
        <Heading size={props.size}>{props.title}</Heading>
        {props.lead && <div className="text-muted">{props.lead}</div>}
      </div>
      {props.actions && <Cluster>{props.actions}</Cluster>}
    </div>
  );
}

/** First element for the keyboard: a link past the menus to the content, which the shells name `main`. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link">
      Skip to content
    </a>
  );
}
