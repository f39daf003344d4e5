import type { ReactNode } from 'react';
import { cx } from '../cx';

export type Bar = { label: string; value: number; text: ReactNode; tone: 'good' | 'bad' };

/**
 * Bars that compare amounts, one per row with its text. `whole` is the amount that has the full length, by default the
 * largest one.
 */
export function Bars({ bars, whole }: { bars: readonly Bar[]; whole?: number }) {
  const max = Math.max(whole ?? Math.max(...bars.map(({ value }) => value)), 1e-9);
  return (
    <dl className="flex flex-col gap-2">
      {bars.map(({ label, value, text, tone }) => (
        <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-sm">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">{text}</dd>
          <dd aria-hidden="true" className="col-span-2">
            <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none" className="mt-1 block h-2 w-full">
              <rect width={100} height={2} className="fill-well" />
              <rect
                width={(100 * value) / max}
                height={2}
                className={cx(tone === 'good' ? 'fill-gain-3' : 'fill-fall-3')}
              />
            </svg>
          </dd>
        </div>
      ))}
    </dl>
  );
}
