import { useOmitsPictures } from '../browser/dataSaver';
import { Avatar, type PictureSize } from './Avatar';
import { Portrait } from './Portrait';

/** Face of a trader: the picture; without one, or to save data, a portrait generated from the name. */
export function PersonPicture({
  name,
  src,
  size = 'normal',
}: {
  name: string;
  src?: string | null;
  size?: PictureSize;
}) {
  const leftOut = useOmitsPictures();
  return src && !leftOut ? <Avatar name={name} src={src} size={size} /> : <Portrait name={name} size={size} />;
}
