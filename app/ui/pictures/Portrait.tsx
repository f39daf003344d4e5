import { cx } from '../cx';
import { PICTURE_SIZES, type PictureSize } from './Avatar';

const SKINS = ['#f3d3b8', '#e0ac86', '#b97c56', '#8a5638', '#6b4029'];
const HAIRS = ['#2a211c', '#5a3b24', '#8d5a2b', '#c9a15c', '#7d7f86'];
const CLOTHES = ['#2350bd', '#0c6b3e', '#8a4b12', '#6a3d9a', '#9b2335', '#27616d'];
const GROUNDS = ['#dbe6fb', '#def1e6', '#f8e9cf', '#ece2f6', '#f9dfdc', '#d9eef0'];
const CUTS = [
  'M13 20q-1-13 11-13t11 13q-3-7-11-7t-11 7z',
  'M13 22q-2-15 11-15t11 15q-1-6-7-8-8 4-15 8z',
  'M24 3a4 4 0 0 1 3 7q8 2 8 11-3-7-11-7t-11 7q0-9 8-11a4 4 0 0 1 3-7z',
  'M12 36q-2-29 12-29t12 29h-4q2-16-2-19-8 2-12 0-4 3-2 19z',
  'M12 21q-3-5 2-8 1-6 8-5 7-2 9 4 6 2 5 9-3-6-7-6-6 3-10 0-5 1-7 6z',
];

const [SHORT, PARTED, BUN, LONG, CURLS] = [0, 1, 2, 3, 4];
/** Cuts for people who chose none: of a name alone it is not known which fits. */
const PLAIN_CUTS = [SHORT, PARTED, CURLS];

/** Looks of the people of the demonstration, by first name. */
export const LOOKS: Record<string, readonly [cut: number, skin: number, hair: number]> = {
  Amara: [BUN, 4, 0],
  Anjali: [LONG, 2, 0],
  Barnaby: [CURLS, 0, 2],
  Camille: [LONG, 0, 1],
  Claire: [BUN, 0, 4],
  Daniel: [SHORT, 3, 0],
  Elias: [SHORT, 0, 3],
  Hana: [LONG, 0, 3],
  Hanna: [BUN, 0, 3],
  Helena: [LONG, 1, 0],
  Ingrid: [BUN, 0, 3],
  Ivo: [SHORT, 1, 1],
  Jonas: [PARTED, 0, 2],
  Kenji: [PARTED, 0, 0],
  Kwame: [SHORT, 4, 0],
  Li: [PARTED, 1, 0],
  Lukas: [SHORT, 0, 2],
  Margarethe: [LONG, 0, 4],
  Mateo: [PARTED, 1, 0],
  Mateus: [CURLS, 1, 0],
  Mei: [LONG, 0, 0],
  Noor: [LONG, 2, 0],
  Oliver: [PARTED, 0, 1],
  Priya: [BUN, 2, 0],
  Rico: [SHORT, 1, 0],
  Rosalind: [LONG, 0, 2],
  Sofia: [LONG, 1, 1],
  Tomas: [SHORT, 1, 0],
  Wren: [BUN, 0, 1],
  Zuri: [CURLS, 4, 0],
};

const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);

/** Portrait generated from a name, decorative beside it. */
export function Portrait({ name, size = 'normal' }: { name: string; size?: PictureSize }) {
  const number = numberOf(name);
  const of = <Choice,>(choices: readonly Choice[], step: number) => choices[Math.floor(number / step) % choices.length];
  const [cut, skin, hair] = LOOKS[name.split(' ', 1)[0] ?? ''] ?? [of(PLAIN_CUTS, 3) ?? SHORT];
  const skinColour = skin === undefined ? of(SKINS, 11) : SKINS[skin];
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className={cx('shrink-0 rounded-full', PICTURE_SIZES[size])}>
      <path d="M0 0h48v48H0z" fill={of(GROUNDS, 1)} />
      <path d="M6 48q1-14 18-14t18 14z" fill={of(CLOTHES, 6)} />
      <path d="M20 28h8v8q-4 4-8 0z" fill={skinColour} />
      <ellipse cx="24" cy="22" rx="9" ry="11" fill={skinColour} />
      <path d={CUTS[cut]} fill={hair === undefined ? of(HAIRS, 17) : HAIRS[hair]} />
    </svg>
  );
}
