import type { ReactNode } from 'react';
import { cx } from '../cx';
import { DismissButton } from '../forms/Form';
import { NOTICE_TONES, ToneMark } from './Notice';

/** Message across the page. Dismissing it posts to `dismiss`, which remembers the dismissal. */
export const Banner = ({ dismiss, children }: { dismiss: string; children: ReactNode }) => (
  <div className={cx('flex items-center gap-3 rounded-control border ps-4 print:hidden', NOTICE_TONES.info.box)}>
    <ToneMark tone="info" />
    <div className="min-w-0 flex-1 py-3">{children}</div>
    <DismissButton action={dismiss} />
  </div>
);
