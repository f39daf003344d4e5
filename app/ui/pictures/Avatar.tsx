import { useOmitsPictures } from '../browser/dataSaver';
import { cx } from '../cx';

export const PICTURE_SIZES = { small: 'size-9 text-sm', normal: 'size-12 text-lg', large: 'size-20 text-3xl' };
export type PictureSize = keyof typeof PICTURE_SIZES;

/** Picture of a person; without one, or to save data, their initials. Decorative, since the name is next to it. */
export function Avatar({ name, src, size = 'normal' }: { name: string; src?: string | null; size?: PictureSize }) {
  const leftOut = useOmitsPictures();
  const frame = cx('shrink-0 rounded-full', PICTURE_SIZES[size]);
  return src && !leftOut ? (
    <img src={src} alt="" className={cx(frame, 'object-cover')} />
  ) : (
    <span aria-hidden="true" className={cx(frame, 'initial')}>
      {getInitials(name)}
    </span>
  );
}

/** Returns the first letters of the first and the last word of a name: `IH` for Ivy Hart. */
function getInitials(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return [first, others.at(-1) ?? ''].map((word) => [...word][0]?.toUpperCase() ?? '').join('');
}
