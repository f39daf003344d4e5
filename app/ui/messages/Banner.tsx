import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Dismiss } from '../forms/Form';
import { type NoticeTone, TONES, ToneMark } from './Notice';

/** A message across the page that can be put away: a post to `dismiss`, which remembers it. */
export function Banner(props: { tone?: NoticeTone; dismiss: string; children: ReactNode }) {
  const { tone = 'info' } = props;
  return (
    <div className={cx('flex items-center gap-3 rounded-control border ps-4 print:hidden', TONES[tone].box)}>
      <ToneMark tone={tone} />
      <div className="min-w-0 flex-1 py-3">{props.children}</div>
      <Dismiss action={props.dismiss} />
    </div>
  );
}
