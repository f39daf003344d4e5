import type { ReactNode } from 'react';
import { cx } from '../cx';

/** Row of cards; on a phone it scrolls sideways and shows part of the next card. */
export const CardRow = (props: {
  label: string;
  across?: 2 | 3 | 4;
  apart?: boolean;
  /** Narrower cards on a phone, for tall pictures. */
  slim?: boolean;
  children: ReactNode;
}) => (
  <section
    aria-label={props.label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    tabIndex={0}
    className={cx(
      'card-row relative -mx-4 grid [scroll-snap-type:x_mandatory] grid-flow-col gap-3 overflow-x-auto overscroll-x-contain scroll-px-4 px-4 py-1 *:snap-start sm:mx-0 sm:grid-flow-row sm:auto-cols-auto sm:grid-cols-2 sm:gap-4 sm:overflow-visible sm:px-0',
      props.slim ? 'auto-cols-[12rem]' : 'auto-cols-[min(20rem,84%)]',
      props.across === 4 ? 'lg:grid-cols-4' : props.across !== 2 && 'lg:grid-cols-3',
      props.apart && 'sm:gap-y-12',
    )}
  >
    {props.children}
  </section>
);
