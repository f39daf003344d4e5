import { usePicturesLeftOut } from '../browser/dataSaver';
import { Avatar, type PictureSize } from './Avatar';
import { Portrait } from './Portrait';

/** The face of a trader, the same everywhere: their picture or, without one or to save data, the portrait that is drawn from their name. */
export function Face({ name, src, size = 'normal' }: { name: string; src?: string | null; size?: PictureSize }) {
  const leftOut = usePicturesLeftOut();
  return src && !leftOut ? <Avatar name={name} src={src} size={size} /> : <Portrait name={name} size={size} />;
}
