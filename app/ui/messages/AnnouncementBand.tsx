import type { ReactNode } from 'react';
import { cx } from '../cx';
import { DismissButton } from '../forms/Form';
import { NOTICE_TONES, ToneMark } from './Notice';

export function AnnouncementBand(props: {
  tone: 'info' | 'warning';
  dismiss?: { action: string; id: string };
  children: ReactNode;
}) {
  const { tone, dismiss, children } = props;
  return (
    <aside
      aria-label={tone === 'warning' ? 'Maintenance' : 'Announcement'}
      className={cx('flex items-center justify-center gap-2 border-b px-4 py-1 print:hidden', NOTICE_TONES[tone].box)}
    >
      <ToneMark tone={tone} />
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
      {dismiss && <DismissButton {...dismiss} />}
    </aside>
  );
}
