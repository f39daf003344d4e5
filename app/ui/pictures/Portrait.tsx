import { cx } from '../cx';
import { PICTURE_SIZES, type PictureSize } from './Avatar';

const SKIN_COLOURS = ['#f3d3b8', '#e0ac86', '#b97c56', '#94603f', '#7d4d33'];
const HAIR_COLOURS = ['#2a211c', '#5a3b24', '#8d5a2b', '#c9a15c', '#7d7f86'];
const CLOTHES_COLOURS = ['#2350bd', '#0c6b3e', '#8a4b12', '#6a3d9a', '#9b2335', '#27616d'];
/** Lighter than dark hair, and dark enough for a dark page. */
const BACKGROUND_COLOURS = ['#9fb8e8', '#97c7ab', '#d9bc84', '#bba5dc', '#dfa69f', '#95c6cc'];
/** Haircuts, as the part in front of the face and the part behind the head. */
const HAIRCUTS: readonly (readonly [front: string, back?: string])[] = [
  ['M13 20q-1-13 11-13t11 13q-3-7-11-7t-11 7z'],
  ['M13 22q-2-15 11-15t11 15q-1-6-7-8-8 4-15 8z'],
  ['M24 3a4 4 0 0 1 3 7q8 2 8 11-3-7-11-7t-11 7q0-9 8-11a4 4 0 0 1 3-7z'],
  ['M12 36q-2-29 12-29t12 29h-4q2-16-2-19-8 2-12 0-4 3-2 19z'],
  ['M12 21q-3-5 2-8 1-6 8-5 7-2 9 4 6 2 5 9-3-6-7-6-6 3-10 0-5 1-7 6z'],
  ['M14 19q1-10 10-10t10 10q-4-4-10-4t-10 4z', 'M11 32Q8 7 24 7t13 25q-4 2-7 0V16H18v16q-3 2-7 0z'],
  ['M15 18q2-7 9-7t9 7q-4-3-9-3t-9 3z', 'M24 4a13.5 13.5 0 1 1 0 27 13.5 13.5 0 0 1 0-27z'],
  ['M14 19q-2-8 3-11 7-5 14-1 4 4 3 12-1-4-3-6-8 2-14 0-2 2-3 6z'],
  ['M13 20q-1-13 11-13t11 13q-3-7-11-7t-11 7z', 'M32 10q9 2 7 24-4-2-4-10-1-8-5-11z'],
  [''],
];

const [SHORT, PARTED, BUN, LONG, CURLS, BOB, ROUND, SWEPT, TAIL, BARE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Haircuts for people without chosen features, because a name alone does not say which fits. */
const PLAIN_HAIRCUTS = [SHORT, PARTED, CURLS, SWEPT, BOB];

/** Portrait features of people in the demonstration, by first name. */
export const PORTRAIT_FEATURES: Record<string, readonly [cut: number, skin: number, hair: number, beard?: true]> = {
  Amara: [ROUND, 4, 0],
  Anjali: [LONG, 2, 0],
  Barnaby: [CURLS, 0, 2, true],
  Camille: [BOB, 0, 1],
  Claire: [BUN, 0, 4],
  Daniel: [SHORT, 3, 0, true],
  Elias: [SWEPT, 0, 3],
  Hana: [TAIL, 0, 0],
  Hanna: [BUN, 0, 3],
  Helena: [LONG, 1, 0],
  Ingrid: [BOB, 0, 3],
  Ivo: [BARE, 1, 1, true],
  Jonas: [PARTED, 0, 2],
  Kenji: [SWEPT, 0, 0],
  Kwame: [SHORT, 4, 0],
  Li: [PARTED, 1, 0],
  Lukas: [SHORT, 0, 2, true],
  Margarethe: [BOB, 0, 4],
  Mateo: [SWEPT, 1, 0, true],
  Mateus: [CURLS, 1, 0],
  Mei: [LONG, 0, 0],
  Noor: [LONG, 2, 0],
  Oliver: [PARTED, 0, 1],
  Priya: [TAIL, 2, 0],
  Rico: [SHORT, 1, 0, true],
  Rosalind: [LONG, 0, 2],
  Sofia: [TAIL, 1, 1],
  Tomas: [BARE, 1, 0, true],
  Wren: [BUN, 0, 1],
  Zuri: [ROUND, 4, 0],
};

const hashName = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);

/** Portrait generated from a name, decorative. */
export function Portrait({ name, size = 'normal' }: { name: string; size?: PictureSize }) {
  const number = hashName(name);
  const of = <Choice,>(choices: readonly Choice[], step: number) => choices[Math.floor(number / step) % choices.length];
  const [cut, skin, hair, beard] = PORTRAIT_FEATURES[name.split(' ', 1)[0] ?? ''] ?? [of(PLAIN_HAIRCUTS, 3) ?? SHORT];
  const skinColour = skin === undefined ? of(SKIN_COLOURS, 11) : SKIN_COLOURS[skin];
  const hairColour = hair === undefined ? of(HAIR_COLOURS, 17) : HAIR_COLOURS[hair];
  const [front, back] = HAIRCUTS[cut] ?? [];
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className={cx('shrink-0 rounded-full', PICTURE_SIZES[size])}>
      <path d="M0 0h48v48H0z" fill={of(BACKGROUND_COLOURS, 1)} />
      {back && <path d={back} fill={hairColour} />}
      <path d="M6 48q1-14 18-14t18 14z" fill={of(CLOTHES_COLOURS, 6)} />
      {of([true, false, true], 23) && <path d="m18 34 6 9 6-9z" fill="#fff" opacity=".85" />}
      <path
        d="M20 28h8v8q-4 4-8 0zM15 22a9 11 0 1 1 18 0 9 11 0 1 1-18 0M15 20a2 3 0 0 0 0 5M33 20a2 3 0 0 1 0 5"
        fill={skinColour}
      />
      {beard && <path d="M15 22q0 12 9 12t9-12q-1 4-4 4-5-1-10 0-3 0-4-4z" fill={hairColour} />}
      <path d={front} fill={hairColour} />
      <g fill="none" stroke="#20140f" strokeLinecap="round">
        <path d="M20 22v.2M28 22v.2" strokeWidth="1.8" />
        {/* A beard is as dark as a mouth. */}
        <path d="M21 28q3 2.2 6 0" stroke={beard && skinColour} strokeWidth="1.4" />
        {of([true, false, false, false], 5) && <path d={GLASSES_PATH} />}
      </g>
    </svg>
  );
}

const GLASSES_PATH = 'M17 22a3 3 0 1 0 6 0 3 3 0 1 0-6 0M25 22a3 3 0 1 0 6 0 3 3 0 1 0-6 0M23 22h2';
