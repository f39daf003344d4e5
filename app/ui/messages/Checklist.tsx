import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../pictures/Icon';

export function Checklist({ steps }: { steps: readonly { title: string; done: boolean; children?: ReactNode }[] }) {
  return (
    <ol className="divide-y divide-line">
      {steps.map(({ title, done, children }, index) => (
        <li key={title} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <span
            aria-hidden="true"
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-medium',
              done ? 'border-profit bg-profit-soft text-profit' : 'border-control text-muted',
            )}
          >
            {done ? <Icon name="check" size="small" /> : index + 1}
          </span>
          <div className="flex min-w-0 grow flex-col gap-2">
            <p className={done ? 'text-muted' : 'font-medium'}>
              {title}
              {done && <span className="sr-only">, done</span>}
            </p>
            {children && <div>{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
