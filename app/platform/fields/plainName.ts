/*
 * Names as mails and lists show them to strangers. They contain no address that becomes a link, and no characters that hide, reorder or
 * break the text around them.
 */

export const MAX_NAME_LENGTH = 60;

/** Invisible characters, which make different texts look equal. */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

const VISIBLE_CHARACTER = '(?!\\p{Default_Ignorable_Code_Point})';

/** Pattern of a letter with its combining marks. More than three marks would stack up into other lines. */
const LETTER_PATTERN = `${VISIBLE_CHARACTER}[\\p{L}\\p{Nl}](?:${VISIBLE_CHARACTER}\\p{M}){0,3}`;

/** Scripts in which ZWJ and ZWNJ change the rendering of letters. In other scripts they are invisible and could disguise a name. */
const JOINER_SCRIPTS = [
  'Arab',
  'Syrc',
  'Mong',
  'Nkoo',
  'Adlm',
  'Rohg',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
]
  .concat(['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Newa', 'Java', 'Bali'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINED_LETTERS = `[${JOINER_SCRIPTS}]\\p{M}{0,3}[\\u200c\\u200d]\\p{M}{0,3}(?=\\p{L})`;

const SPACE_PATTERN = '\\p{Zs}';
const HYPHEN_PATTERN = '\\p{Pd}\\u2212＝';
const APOSTROPHE_PATTERN = "'’ʼ‘`´′‛＇՚׳״";

/** Middle dot between letters in Catalan, or between parts of a name in Chinese, Japanese and Tibetan. */
const MIDDLE_DOT_PATTERN = `[·•‧∙⋅・･་](?=[${SPACE_PATTERN}]?\\p{L})`;

/** Dot after a word or an initial, as in "St. John" and "J.R.R. Tolkien". Names contain no other dots. */
const DOT_PATTERN = `\\.(?=[${SPACE_PATTERN}${HYPHEN_PATTERN},]|$|${LETTER_PATTERN}(?:\\.|$|[${SPACE_PATTERN}]))`;

/** Suffixes, as in "Davis, Jr." and "Martin 3rd", and filiation, as in "Kumar a/l Raju". */
const SUFFIX_PATTERN = `,(?=[${SPACE_PATTERN}]?\\p{L})|[${SPACE_PATTERN}${HYPHEN_PATTERN}]\\p{Nd}{1,2}(?=\\p{L}|,|$)|/(?=\\p{L})`;

const NAME_SIGNS = `${SPACE_PATTERN}${APOSTROPHE_PATTERN}${HYPHEN_PATTERN}`;
const PERSON_NAME_PART = `${JOINED_LETTERS}|${LETTER_PATTERN}|${MIDDLE_DOT_PATTERN}|${DOT_PATTERN}|${SUFFIX_PATTERN}|[${NAME_SIGNS}]`;
const NAME_STARTED = `[${APOSTROPHE_PATTERN}]?(?:${JOINED_LETTERS}|${LETTER_PATTERN})`;

const NAME_START = new RegExp(`^(?:${NAME_STARTED}(?:${PERSON_NAME_PART})*)?`, 'u');
const PLACE_START = new RegExp(`^(?:${NAME_STARTED}(?:${PERSON_NAME_PART}|[(),&])*)?`, 'u');
const STREET_START = new RegExp(
  `^(?:${JOINED_LETTERS}|${LETTER_PATTERN}(?:\\.(?=\\p{Nd}))?|${MIDDLE_DOT_PATTERN}|${DOT_PATTERN}|[\\p{Nd}(),&#/º°№${NAME_SIGNS}])*`,
  'u',
);

const createInvalidCharacterFinder = (start: RegExp) => (text: string) => [...text.replace(start, '')][0] ?? null;

/** Finds a character that a person's name can't contain. Names have letters, spaces, apostrophes, hyphens, and certain dots. */
export const findInvalidCharacterInName = createInvalidCharacterFinder(NAME_START);

export const findInvalidCharacterInPlace = createInvalidCharacterFinder(PLACE_START);

export const findInvalidCharacterInStreet = createInvalidCharacterFinder(STREET_START);

const createValidator = (stranger: (text: string) => string | null, longest: number) => (text: string) =>
  text !== '' && [...text].length <= longest && stranger(text) === null;

export const isValidPersonName = createValidator(findInvalidCharacterInName, MAX_NAME_LENGTH);

export const isValidPlaceName = createValidator(findInvalidCharacterInPlace, MAX_NAME_LENGTH);

export const isValidStreet = createValidator(findInvalidCharacterInStreet, 300);

export const isValidUsername = (text: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9_-]{2,31}$/.test(text);

/** Returns a name for mails without invalid characters, which older names may contain. */
export function formatNameForMail(name: string): string {
  if (isValidPersonName(name)) return name;
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{Nd} '’ʼ‘-]+/gu, ' ')
    .replaceAll(new RegExp(INVISIBLE_CHARACTERS.source, 'gu'), '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
  return [...words].slice(0, MAX_NAME_LENGTH).join('').replaceAll(/ +/g, ' ').trim();
}

/** Returns a username for a mail without dots, which could form a link; older usernames may contain them. */
export const formatUsernameForMail = (username: string): string => username.replaceAll(/[^a-zA-Z0-9_-]+/g, ' ').trim();

export const formatGreeting = (firstName: string): string => {
  const name = formatNameForMail(firstName);
  return name ? `Hi ${name},` : 'Hello,';
};

export const formatFullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [formatNameForMail(firstName), formatNameForMail(lastName)].filter(Boolean).join(' ') || 'Someone without a name';
