import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon, type IconName } from '../pictures/Icon';
import { WithAmounts } from '../Text';

export const NOTICE_TONES = {
  info: { icon: 'info', box: 'border-accent bg-accent-soft', mark: 'text-accent', bar: 'bg-accent' },
  success: { icon: 'check', box: 'border-profit bg-profit-soft', mark: 'text-profit', bar: 'bg-profit' },
  warning: { icon: 'warning', box: 'border-warning bg-warning-soft', mark: 'text-warning', bar: 'bg-warning' },
  danger: { icon: 'warning', box: 'border-loss bg-loss-soft', mark: 'text-loss', bar: 'bg-loss' },
} as const satisfies Record<string, { icon: IconName; box: string; mark: string; bar: string }>;

export type NoticeTone = keyof typeof NOTICE_TONES;

export const ToneMark = ({ tone }: { tone: NoticeTone }) => (
  <span className={NOTICE_TONES[tone].mark}>
    <Icon name={NOTICE_TONES[tone].icon} />
  </span>
);

/** Information to read before continuing, also used for risk warnings, in the size of the surrounding text. */
export function Notice(props: { tone?: NoticeTone; title?: ReactNode; children: ReactNode }) {
  const { tone = 'info', title, children } = props;
  return (
    <div className={cx('flex gap-3 rounded-control border p-4 print:break-inside-avoid', NOTICE_TONES[tone].box)}>
      <ToneMark tone={tone} />
      <div className="flex min-w-0 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}

/**
 * Message about a recent event, shown for three seconds or while the pointer is on it. On a phone, the answer to a form is a line below
 * the header instead, which covers nothing. An `update` was pushed by the server. An `echo` repeats a message on the page and is not read
 * out. Needs a React `key`.
 */
export function Toast(props: { tone: NoticeTone; title?: string; text: string; echo?: boolean; update?: boolean }) {
  const { tone, title, text, echo, update } = props;
  return (
    <div
      role={echo ? undefined : 'status'}
      aria-hidden={echo}
      className={cx('toast', update ? 'toast-update' : !echo && cx('toast-answer', NOTICE_TONES[tone].box))}
    >
      <div className="flex items-start gap-3 px-4 py-3 font-medium lg:py-4">
        <ToneMark tone={tone} />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          <p>
            <WithAmounts>{text}</WithAmounts>
          </p>
        </div>
      </div>
      <div className={cx('toast-bar', NOTICE_TONES[tone].bar)} />
    </div>
  );
}
