import type { ReactNode } from 'react';
import { cx } from '../cx';
import { PostForm } from '../forms/Form';
import { Icon } from '../pictures/Icon';
import { TONES, ToneMark } from './Notice';

/**
 * What the operator tells, across the top of a page.
 * @param props.dismiss where putting it away is posted to, with its `id`; without it, it stays
 */
export function AnnouncementBand(props: {
  tone: 'info' | 'warning';
  dismiss?: { action: string; id: string };
  children: ReactNode;
}) {
  const { tone, dismiss, children } = props;
  return (
    <aside
      aria-label={tone === 'warning' ? 'Maintenance' : 'Announcement'}
      className={cx('flex items-center justify-center gap-2 border-b px-4 py-1 print:hidden', TONES[tone].box)}
    >
      <ToneMark tone={tone} />
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
      {dismiss && <Dismiss {...dismiss} />}
    </aside>
  );
}

/** Puts a message away: posts to `action`, with the `id` of the message where it has several. */
export const Dismiss = ({ action, id }: { action: string; id?: string }) => (
  <PostForm action={action}>
    <button
      type="submit"
      name={id && 'id'}
      value={id}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control"
    >
      <Icon name="close" />
      <span className="sr-only">Dismiss</span>
    </button>
  </PostForm>
);
