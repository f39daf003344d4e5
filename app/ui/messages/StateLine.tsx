import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../pictures/Icon';
import { Time } from '../tables/Data';

type State = { label: string; at: Date | null; phase: 'done' | 'now' | 'later' | 'ended'; note?: ReactNode };

const MARK_CLASSES = {
  done: 'border-accent bg-accent text-on-accent',
  now: 'border-accent bg-surface text-accent',
  later: 'border-control bg-surface text-muted',
  ended: 'border-loss bg-surface text-loss',
};

/** Timeline of states: past ones with their times, the current one, and future ones. */
export const StateLine = ({ label, states }: { label: string; states: readonly State[] }) => (
  <ol aria-label={label} className="flex flex-col sm:flex-row">
    {states.map(({ label, at, phase, note }) => (
      <li
        key={label}
        aria-current={phase === 'now' ? 'step' : undefined}
        className="group relative flex min-w-0 flex-1 gap-3 pb-5 last:pb-0 sm:flex-col sm:gap-2 sm:pb-0"
      >
        <span className="absolute start-3.5 top-8 bottom-0 w-px bg-line group-last:hidden sm:start-9 sm:end-2 sm:top-3.5 sm:bottom-auto sm:h-px sm:w-auto" />
        <span
          className={cx('relative grid size-7 shrink-0 place-items-center rounded-full border-2', MARK_CLASSES[phase])}
        >
          {phase === 'later' ? null : (
            <Icon name={phase === 'done' ? 'check' : phase === 'now' ? 'clock' : 'close'} size="small" />
          )}
        </span>
        <div className="min-w-0 pe-2">
          <p className={phase === 'later' ? 'text-muted' : 'font-medium'}>{label}</p>
          <p className="text-sm text-muted">
            {at ? <Time at={at} /> : { done: null, now: 'Now', later: 'Not yet', ended: null }[phase]}
          </p>
          {note && <div className="text-sm">{note}</div>}
        </div>
      </li>
    ))}
  </ol>
);
