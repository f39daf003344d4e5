import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../pictures/Icon';
import { Details } from './Details';
import { Heading, NestedHeadings } from './Heading';

/** Controls that are folded below their name on a phone, and always open on wide screens. */
export const Fold = ({ label, open, children }: { label: string; open: boolean; children: ReactNode }) => (
  <Details open={open} className="fold group print:hidden">
    <summary className="w-fit list-none font-medium [&::-webkit-details-marker]:hidden">
      {/* Separate from the summary's text, which styles hide on wide screens. */}
      <span className="flex min-h-11 items-center gap-2">
        <Icon name="search" />
        {label}
        <span className="text-muted group-open:rotate-180">
          <Icon name="chevron-down" size="small" />
        </span>
      </span>
    </summary>
    <div className="flex flex-col gap-4 pt-2 sm:pt-0">{children}</div>
  </Details>
);

/** Additional controls, folded below a row on every screen. */
export const Sheet = ({ label, open, children }: { label: string; open: boolean; children: ReactNode }) => (
  <Details open={open} className="sheet print:hidden">
    <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-control border border-control bg-surface px-3 font-medium hover:bg-well [&::-webkit-details-marker]:hidden">
      {label}
      {/* Styled by its own fold, not by an outer one. */}
      <span className="text-muted in-[details[open]>summary]:rotate-180">
        <Icon name="chevron-down" size="small" />
      </span>
    </summary>
    <div className="pt-3">{children}</div>
  </Details>
);

/** Titled part of a page that is folded on a phone. A link to `id` opens it. */
export const FoldedPart = (props: {
  title: ReactNode;
  lead?: ReactNode;
  id?: string;
  open?: boolean;
  card?: boolean;
  children: ReactNode;
}) => (
  <Details
    open={props.open}
    className={cx('fold-part group min-w-0', props.card && 'rounded-card border border-line bg-surface px-4 sm:p-5')}
  >
    <summary className="flex min-h-11 list-none items-center justify-between gap-4 sm:min-h-6 [&::-webkit-details-marker]:hidden">
      <span className="py-2 sm:py-0">
        <Heading size={props.card ? 3 : undefined}>{props.title}</Heading>
        {props.lead && <span className="block text-muted">{props.lead}</span>}
      </span>
      <span className="fold-mark text-muted group-open:rotate-180">
        <Icon name="chevron-down" />
      </span>
    </summary>
    <div id={props.id} className="flex min-w-0 flex-col gap-4 pt-1 pb-4 sm:pt-3 sm:pb-0">
      <NestedHeadings>{props.children}</NestedHeadings>
    </div>
  </Details>
);
