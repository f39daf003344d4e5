import { Avatar, type PictureSize } from './Avatar';
import { Portrait } from './Portrait';

/** The face of a trader, the same everywhere: their picture or, without one, the portrait that is drawn from their name. */
export const Face = ({ name, src, size = 'normal' }: { name: string; src?: string | null; size?: PictureSize }) =>
  src ? <Avatar name={name} src={src} size={size} /> : <Portrait name={name} size={size} />;
