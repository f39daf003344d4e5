import type { ReactNode } from 'react';
import { Icon } from '../pictures/Icon';
import { Details } from './Details';
import { Heading, NestedHeadings } from './Heading';
import { PhoneOnly, TitleRow, WideOnly } from './Layout';

/** Record of a list (`Records`): a card or, on a phone, two lines that unfold. */
export const FoldedCard = (props: {
  title: ReactNode;
  lead?: ReactNode;
  actions: ReactNode;
  name: ReactNode;
  value?: ReactNode;
  detail: ReactNode;
  note: ReactNode;
  opened?: ReactNode;
  open: boolean;
  children: ReactNode;
}) => (
  <div className="min-w-0 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-5 print:break-inside-avoid">
    <Details open={props.open} className="group fold fold-part">
      <summary className="list-none [&::-webkit-details-marker]:hidden">
        <span className="flex min-h-11 items-center gap-3 py-1.5 leading-snug">
          <span className="min-w-0 grow">
            <span className="flex items-baseline justify-between gap-3">
              <Heading size={3}>{props.name}</Heading>
              <span className="shrink-0 font-medium">{props.value}</span>
            </span>
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span className="text-muted">{props.detail}</span>
              <span className="shrink-0">{props.note}</span>
            </span>
          </span>
          <span className="text-muted group-open:rotate-180">
            <Icon name="chevron-down" size="small" />
          </span>
        </span>
      </summary>
      <div className="flex min-w-0 flex-col gap-4 pt-1 pb-5 sm:py-0">
        <WideOnly from="small">
          <TitleRow size={3} title={props.title} lead={props.lead} actions={props.actions} />
        </WideOnly>
        {props.opened && <PhoneOnly>{props.opened}</PhoneOnly>}
        <NestedHeadings>{props.children}</NestedHeadings>
      </div>
    </Details>
  </div>
);
