import type { ReactNode } from 'react';
import { Icon } from '../pictures/Icon';
import { Details } from './Details';

/**
 * Question with its answer, initially closed. Only one disclosure with the same `name` is open at a time, so they must
 * not contain fields.
 */
export function Disclosure(props: {
  summary: ReactNode;
  name?: string;
  id?: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <Details id={props.id} name={props.name} open={props.open} className="border-b border-line last:border-b-0">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
        {props.summary}
        <span className="text-muted in-[details[open]>summary]:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <div className="pb-4">{props.children}</div>
    </Details>
  );
}
