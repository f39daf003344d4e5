import type { ReactNode } from 'react';
import { Link } from '../Link';
import { Icon } from '../pictures/Icon';

export function AlertBand({ children, to, action }: { children: ReactNode; to?: string; action?: string }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-loss bg-loss-soft px-4 py-2 font-semibold text-loss"
    >
      <Icon name="warning" />
      <span>{children}</span>
      {to && (
        <Link to={to} className="inline-flex min-h-6 items-center text-loss underline">
          {action}
        </Link>
      )}
    </div>
  );
}
