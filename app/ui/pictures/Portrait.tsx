import { cx } from '../cx';
import { PICTURE_SIZES, type PictureSize } from './Avatar';

const SKINS = ['#f3d3b8', '#e0ac86', '#b97c56', '#8a5638', '#6b4029'];
const HAIRS = ['#2a211c', '#5a3b24', '#8d5a2b', '#c9a15c', '#7d7f86'];
const CLOTHES = ['#2350bd', '#0c6b3e', '#8a4b12', '#6a3d9a', '#9b2335', '#27616d'];
const GROUNDS = ['#dbe6fb', '#def1e6', '#f8e9cf', '#ece2f6', '#f9dfdc', '#d9eef0'];
/** Short, parted, bun, long, curls. */
const CUTS = [
  'M13 20q-1-13 11-13t11 13q-3-7-11-7t-11 7z',
  'M13 22q-2-15 11-15t11 15q-1-6-7-8-8 4-15 8z',
  'M24 3a4 4 0 0 1 3 7q8 2 8 11-3-7-11-7t-11 7q0-9 8-11a4 4 0 0 1 3-7z',
  'M12 36q-2-29 12-29t12 29h-4q2-16-2-19-8 2-12 0-4 3-2 19z',
  'M12 21q-3-5 2-8 1-6 8-5 7-2 9 4 6 2 5 9-3-6-7-6-6 3-10 0-5 1-7 6z',
];

/** A number from a name, the same every time. */
const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);

/** A person drawn from their name: always the same one, in one style. Stands beside the name, so it is silent. */
export function Portrait({ name, size = 'normal' }: { name: string; size?: PictureSize }) {
  const number = numberOf(name);
  const of = (choices: readonly string[], step: number) => choices[Math.floor(number / step) % choices.length];
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className={cx('shrink-0 rounded-full', PICTURE_SIZES[size])}>
      <path d="M0 0h48v48H0z" fill={of(GROUNDS, 1)} />
      <path d="M6 48q1-14 18-14t18 14z" fill={of(CLOTHES, 6)} />
      <path d="M20 28h8v8q-4 4-8 0z" fill={of(SKINS, 11)} />
      <ellipse cx="24" cy="22" rx="9" ry="11" fill={of(SKINS, 11)} />
      <path d={of(CUTS, 3)} fill={of(HAIRS, 17)} />
    </svg>
  );
}
