/*
 * Names of people and places as forms take them and mails show them. A name reaches strangers: the greeting of a mail to an
 * address that is not verified, a referrer's notices, lists of traders. So it can hold no address that a mail program makes
 * a link of, and nothing that hides, turns or breaks the text around it.
 */

/** The longest name of a person, characters; also of a place. */
export const LONGEST_NAME = 60;

/** Marks of fillers and joiners look like nothing, so a text with them may not be what it looks like. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/** A letter with its marks; more than three of these stack up into other lines. */
const LETTER = '\\p{L}\\p{M}{0,3}';

/** A dot ends a word or follows an initial, as in "St. John" and "J.R.R. Tolkien": nothing with another dot is a name. */
const DOT = `\\.(?= |-|,|$|${LETTER}(?:\\.|$| ))`;

const PERSON = new RegExp(`^['’ʼ‘]?${LETTER}(?:${LETTER}|[ '’ʼ‘-]|${DOT})*$`, 'u');
const PLACE = new RegExp(`^['’ʼ‘]?${LETTER}(?:${LETTER}|[ '’ʼ‘(),&-]|${DOT})*$`, 'u');
const STREET = new RegExp(`^(?:${LETTER}|\\p{Nd}|[ '’ʼ‘(),&#/º°-]|${DOT})+$`, 'u');

const isOf = (pattern: RegExp, longest: number) => (text: string) =>
  [...text].length <= longest && pattern.test(text) && !INVISIBLE.test(text);

/** Is this the name of a person, given, family or whole: letters, spaces, apostrophes, hyphens and dots as names have them? */
export const isPlainName = isOf(PERSON, LONGEST_NAME);

/** Is this the name of a country, a state or a nationality? */
export const isPlainPlace = isOf(PLACE, LONGEST_NAME);

/** Is this a street with its number, or a postal code? */
export const isPlainStreet = isOf(STREET, 300);

/** Is this a username: letters, digits, hyphens and underscores, so no address? */
export const isPlainUsername = (text: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9_-]{2,31}$/.test(text);

/**
 * A name as a mail or a notice shows it. One from before names were judged is shown without what a name can't hold.
 * @returns at most `LONGEST_NAME` characters; '' when nothing is left
 */
export function shownName(name: string): string {
  if (isPlainName(name)) return name;
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{Nd} '’ʼ‘-]+/gu, ' ')
    .replaceAll(new RegExp(INVISIBLE.source, 'gu'), '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
  return [...words].slice(0, LONGEST_NAME).join('').replaceAll(/ +/g, ' ').trim();
}

/** A username as a mail shows it: one with dots, from before they were refused, could be an address. */
export const shownUsername = (username: string): string => username.replaceAll(/[^a-zA-Z0-9_-]+/g, ' ').trim();

/** The first words of a mail to a person of this first name. */
export const greeting = (firstName: string): string => {
  const name = shownName(firstName);
  return name ? `Hi ${name},` : 'Hello,';
};

/** First and last name together, as a mail or a notice shows them. */
export const shownFullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [shownName(firstName), shownName(lastName)].filter(Boolean).join(' ') || 'Someone without a name';
