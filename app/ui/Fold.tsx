import type { ReactNode } from 'react';
import { Icon } from './Icon';

/** Controls that a phone shows folded under their name; where there is room they always stand open. */
export const Fold = ({ label, open, children }: { label: string; open: boolean; children: ReactNode }) => (
  <details open={open} className="fold group print:hidden">
    <summary className="flex min-h-11 w-fit list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
      <Icon name="search" />
      {label}
      <span className="text-muted group-open:rotate-180">
        <Icon name="chevron-down" size="small" />
      </span>
    </summary>
    <div className="flex flex-col gap-4 pt-2 sm:pt-0">{children}</div>
  </details>
);
