import { line, requiredLine, withoutMatch } from './line';
import {
  invalidCharacterInName,
  invalidCharacterInPlace,
  invalidCharacterInStreet,
  MAX_NAME_LENGTH,
} from './plainName';

const NAME = withoutMatch(
  invalidCharacterInName,
  'Use letters, spaces, apostrophes and hyphens, and a dot only before a space',
);
const PLACE = withoutMatch(
  invalidCharacterInPlace,
  'Use letters, spaces, apostrophes and hyphens, and a dot only before a space',
);
const STREET = withoutMatch(
  invalidCharacterInStreet,
  'Use letters, digits, spaces and commas, and a dot only before a space',
);

export const personName = (message: string) => requiredLine(message, MAX_NAME_LENGTH).check(NAME);

export const placeName = () => line(MAX_NAME_LENGTH).check(PLACE);

export const streetLine = (maxChars: number) => line(maxChars).check(STREET);

/** Returns the field for the title of a plan or method. Mails show it, so it can't contain an address that becomes a link. */
export const titleLine = () => requiredLine('Enter a name', 40).check(STREET);
