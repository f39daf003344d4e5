import { cx } from '../cx';

export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        Step {current} of {steps.length}: <span className="font-medium text-ink">{steps[current - 1]}</span>
      </p>
      <div aria-hidden="true" className="flex gap-1.5">
        {steps.map((step, index) => (
          <span key={step} className={cx('h-1.5 flex-1 rounded-full', index < current ? 'bg-accent' : 'bg-line')} />
        ))}
      </div>
    </div>
  );
}
