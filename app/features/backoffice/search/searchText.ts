import { parseUsd } from '~/ledger/parseUsd';
import { removeHiddenCharacters } from '~/platform/fields/copiedText';
import { normalizeEmail } from '~/platform/fields/mailAddress';

export type SearchText = {
  text: string;
  id: string | null;
  cents: bigint | null;
  /** Single word long enough to be a transaction ID, an address or a reference; otherwise null. */
  code: string | null;
  /** Start and end of an ID, address or transaction ID in lower case: `0x5290…9ee7` as pages show it, or `0x5290`. */
  part: { start: string; end: string } | null;
  /** Words of names, addresses and subjects, or a telephone number; null for other input. */
  words: string | null;
};

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const MIN_CODE_LENGTH = 6;
const MAX_CHARACTERS = 200;
/** Text longer than any name, such as a hash. */
const LONG_CODE = /^[^\s@]{41,}$/;
/** Pattern of a wallet address. No name or username is this long and contains digits. */
const WALLET_PATTERN = /^(?=.*\d)(?=.*[a-z])[0-9a-z]{33,}$/i;
const SHORTENED_ID_PATTERN = /^([0-9a-z-]{4,})(?:…|\.{2,3})([0-9a-z]*)$/i;
const BEGINNING_OF_CODE = /^(?=.*\d)[0-9a-z-]{6,}$/i;
const TELEPHONE_PATTERN = /^\+?[\d ()-]{6,}$/;

/** Reads a search text: `$2,500`, an ID, a hash with or without `0x`, a wallet, a name, an email address. Null when empty. */
export function readSearchText(input: string): SearchText | null {
  // Removes zero-width joiners too, because names are found without them. NFKC writes `…` as three dots.
  const text = removeHiddenCharacters(input.normalize('NFKC')).trim().slice(0, MAX_CHARACTERS);
  if (text === '') return null;
  const id = ID.test(text) ? text.toLowerCase() : null;
  const cents = parseUsd(text);
  const shortened = SHORTENED_ID_PATTERN.exec(text);
  const [, start = BEGINNING_OF_CODE.test(text) ? text : '', end = ''] = shortened ?? [];
  return {
    text,
    id,
    cents,
    code: text.length >= MIN_CODE_LENGTH && !/\s/.test(text) ? text : null,
    part: id === null && start !== '' ? { start: start.toLowerCase(), end: end.toLowerCase() } : null,
    words:
      id === null &&
      !shortened &&
      (/\p{L}/u.test(text) || TELEPHONE_PATTERN.test(text)) &&
      !LONG_CODE.test(text) &&
      !WALLET_PATTERN.test(text)
        ? text.replace(/\S+@\S+/g, normalizeEmail)
        : null,
  };
}
