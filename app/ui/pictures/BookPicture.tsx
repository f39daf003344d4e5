import { type IconName, iconHref } from './Icon';

/** Open book with a trader’s line on the left page, and the same line as a copy, or an icon, on the right page. */
export const BookPicture = ({ icon = 'mirror' }: { icon?: IconName }) => (
  <svg aria-hidden="true" viewBox="0 0 120 84" className="book">
    <use href={iconHref('book')} />
    <use href={iconHref(icon)} x="69" y="24" width="34" height="34" />
  </svg>
);
