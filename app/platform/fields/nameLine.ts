import { line, rejectMatch, requiredLineField } from './line';
import {
  findInvalidCharacterInName,
  findInvalidCharacterInPlace,
  findInvalidCharacterInStreet,
  MAX_NAME_LENGTH,
} from './plainName';

const NAME_RULE = rejectMatch(
  findInvalidCharacterInName,
  'Use letters, spaces, apostrophes and hyphens, and a dot only before a space',
);
const PLACE_RULE = rejectMatch(
  findInvalidCharacterInPlace,
  'Use letters, spaces, apostrophes and hyphens, and a dot only before a space',
);
const STREET_RULE = rejectMatch(
  findInvalidCharacterInStreet,
  'Use letters, digits, spaces and commas, and a dot only before a space',
);

export const personNameField = (message: string) => requiredLineField(message, MAX_NAME_LENGTH).check(NAME_RULE);

export const placeNameField = () => line(MAX_NAME_LENGTH).check(PLACE_RULE);

export const streetField = (maxChars: number) => line(maxChars).check(STREET_RULE);

/** Returns the field for the title of a plan or method. Mails show it, so it can't contain an address that becomes a link. */
export const titleField = () => requiredLineField('Enter a name', 40).check(STREET_RULE);
