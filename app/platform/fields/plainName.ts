/*
 * Names as mails and lists show them to strangers. They contain no address that becomes a link, and no characters that hide, reorder or
 * break the text around them.
 */

export const MAX_NAME_LENGTH = 60;

/** Invisible characters, which make different texts look equal. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

const SEEN = '(?!\\p{Default_Ignorable_Code_Point})';

/** Pattern of a letter with its combining marks. More than three marks would stack up into other lines. */
const LETTER = `${SEEN}[\\p{L}\\p{Nl}](?:${SEEN}\\p{M}){0,3}`;

/** Scripts in which ZWJ and ZWNJ change the rendering of letters. In other scripts they are invisible and could disguise a name. */
const JOINING = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu']
  .concat(['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Newa', 'Java', 'Bali'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINED = `[${JOINING}]\\p{M}{0,3}[\\u200c\\u200d]\\p{M}{0,3}(?=\\p{L})`;

const SPACE = '\\p{Zs}';
const HYPHEN = '\\p{Pd}\\u2212＝';
const APOSTROPHE = "'’ʼ‘`´′‛＇՚׳״";

/** Middle dot between letters in Catalan, or between parts of a name in Chinese, Japanese and Tibetan. */
const MIDDLE_DOT = `[·•‧∙⋅・･་](?=[${SPACE}]?\\p{L})`;

/** Dot after a word or an initial, as in "St. John" and "J.R.R. Tolkien". Names contain no other dots. */
const DOT = `\\.(?=[${SPACE}${HYPHEN},]|$|${LETTER}(?:\\.|$|[${SPACE}]))`;

/** Suffixes, as in "Davis, Jr." and "Martin 3rd", and filiation, as in "Kumar a/l Raju". */
const SUFFIX = `,(?=[${SPACE}]?\\p{L})|[${SPACE}${HYPHEN}]\\p{Nd}{1,2}(?=\\p{L}|,|$)|/(?=\\p{L})`;

const MARKS = `${SPACE}${APOSTROPHE}${HYPHEN}`;
const PERSON = `${JOINED}|${LETTER}|${MIDDLE_DOT}|${DOT}|${SUFFIX}|[${MARKS}]`;
const STARTED = `[${APOSTROPHE}]?(?:${JOINED}|${LETTER})`;

const NAME_START = new RegExp(`^(?:${STARTED}(?:${PERSON})*)?`, 'u');
const PLACE_START = new RegExp(`^(?:${STARTED}(?:${PERSON}|[(),&])*)?`, 'u');
const STREET_START = new RegExp(
  `^(?:${JOINED}|${LETTER}(?:\\.(?=\\p{Nd}))?|${MIDDLE_DOT}|${DOT}|[\\p{Nd}(),&#/º°№${MARKS}])*`,
  'u',
);

const invalidCharacterAfter = (start: RegExp) => (text: string) => [...text.replace(start, '')][0] ?? null;

/** Finds a character that a person's name can't contain. Names have letters, spaces, apostrophes, hyphens, and certain dots. */
export const invalidCharacterInName = invalidCharacterAfter(NAME_START);

export const invalidCharacterInPlace = invalidCharacterAfter(PLACE_START);

export const invalidCharacterInStreet = invalidCharacterAfter(STREET_START);

const isBy = (stranger: (text: string) => string | null, longest: number) => (text: string) =>
  text !== '' && [...text].length <= longest && stranger(text) === null;

export const isValidPersonName = isBy(invalidCharacterInName, MAX_NAME_LENGTH);

export const isValidPlaceName = isBy(invalidCharacterInPlace, MAX_NAME_LENGTH);

export const isValidStreet = isBy(invalidCharacterInStreet, 300);

export const isValidUsername = (text: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9_-]{2,31}$/.test(text);

/** Returns a name for mails without invalid characters, which older names may contain. */
export function shownName(name: string): string {
  if (isValidPersonName(name)) return name;
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{Nd} '’ʼ‘-]+/gu, ' ')
    .replaceAll(new RegExp(INVISIBLE.source, 'gu'), '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
  return [...words].slice(0, MAX_NAME_LENGTH).join('').replaceAll(/ +/g, ' ').trim();
}

/** Returns a username for a mail without dots, which could form a link; older usernames may contain them. */
export const shownUsername = (username: string): string => username.replaceAll(/[^a-zA-Z0-9_-]+/g, ' ').trim();

export const greeting = (firstName: string): string => {
  const name = shownName(firstName);
  return name ? `Hi ${name},` : 'Hello,';
};

export const shownFullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [shownName(firstName), shownName(lastName)].filter(Boolean).join(' ') || 'Someone without a name';
