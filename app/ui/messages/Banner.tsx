import type { ReactNode } from 'react';
import { cx } from '../cx';
import { PostForm } from '../forms/Form';
import { Icon } from '../pictures/Icon';
import { type NoticeTone, TONES } from './Notice';

/** A message across the page that can be put away: a post to `dismiss`, which remembers it. */
export function Banner(props: { tone?: NoticeTone; dismiss: string; children: ReactNode }) {
  const { icon, box, mark } = TONES[props.tone ?? 'info'];
  return (
    <div className={cx('flex items-center gap-3 rounded-control border ps-4 print:hidden', box)}>
      <span className={mark}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1 py-3">{props.children}</div>
      <PostForm action={props.dismiss}>
        <button type="submit" className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control">
          <Icon name="close" />
          <span className="sr-only">Dismiss</span>
        </button>
      </PostForm>
    </div>
  );
}
