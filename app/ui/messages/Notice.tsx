import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon, type IconName } from '../pictures/Icon';
import { WithAmounts } from '../Text';

export const TONES = {
  info: { icon: 'info', box: 'border-accent bg-accent-soft', mark: 'text-accent', bar: 'bg-accent' },
  success: { icon: 'check', box: 'border-profit bg-profit-soft', mark: 'text-profit', bar: 'bg-profit' },
  warning: { icon: 'warning', box: 'border-warning bg-warning-soft', mark: 'text-warning', bar: 'bg-warning' },
  danger: { icon: 'warning', box: 'border-loss bg-loss-soft', mark: 'text-loss', bar: 'bg-loss' },
} as const satisfies Record<string, { icon: IconName; box: string; mark: string; bar: string }>;

export type NoticeTone = keyof typeof TONES;

export const ToneMark = ({ tone }: { tone: NoticeTone }) => (
  <span className={TONES[tone].mark}>
    <Icon name={TONES[tone].icon} />
  </span>
);

/** Something to know before continuing. Risk warnings stand in one of these, at the size of the text around them. */
export function Notice(props: { tone?: NoticeTone; title?: ReactNode; children: ReactNode }) {
  const { tone = 'info', title, children } = props;
  return (
    <div className={cx('flex gap-3 rounded-control border p-4 print:break-inside-avoid', TONES[tone].box)}>
      <ToneMark tone={tone} />
      <div className="flex min-w-0 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}

/** Message about what just happened, for three seconds or while pointed at. An `echo` is not read out. Needs a React `key`. */
export function Toast(props: { tone: NoticeTone; title?: string; text: string; echo?: boolean }) {
  const { tone, title, text, echo } = props;
  return (
    <div
      role={echo ? undefined : 'status'}
      aria-hidden={echo}
      className="toast fixed end-4 bottom-20 z-40 w-80 max-w-[calc(100vw-2rem)] lg:top-28 lg:bottom-auto overflow-hidden rounded-control border border-control bg-surface shadow-raised print:hidden"
    >
      <div className="flex items-start gap-3 p-4 font-medium">
        <ToneMark tone={tone} />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          <p>
            <WithAmounts>{text}</WithAmounts>
          </p>
        </div>
      </div>
      <div className={cx('toast-bar h-1', TONES[tone].bar)} />
    </div>
  );
}
