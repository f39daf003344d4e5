import { HIDDEN_CHARACTERS, removeHiddenCharacters } from './copiedText';

const MAX_ADDRESS_CHARACTERS = 254;

/** Part before the @ in RFC 5322's unquoted form, `dot-atom-text`. */
const LOCAL_PART_PATTERN = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** Domain in ASCII; its last label is not numeric, which excludes IP addresses. */
const ASCII_DOMAIN_PATTERN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/;

/** Characters of a domain in any script, except those that URL parsers treat as port, path or escape. */
const DOMAIN_PATTERN = /^[\p{L}\p{M}\p{N}\p{Join_Control}·・.。．｡-]+$/u;

/** Returns the stored form of an email address, with an ASCII domain; null for other text, such as a list or a display name. */
export function parseEmailAddress(input: string): string | null {
  const address = input.trim().normalize('NFKC');
  const at = address.lastIndexOf('@');
  const local = removeHiddenCharacters(address.slice(0, at));
  const domain = toAsciiDomain(address.slice(at + 1));
  if (at < 1 || !LOCAL_PART_PATTERN.test(local) || !domain || local.length + domain.length >= MAX_ADDRESS_CHARACTERS)
    return null;
  return `${local}@${domain}`;
}

function toAsciiDomain(input: string): string | null {
  // Removes joiners too; some scripts use them in domains, and the domain's encoding adds the required ones.
  const domain = input.replace(HIDDEN_CHARACTERS, '');
  if (!DOMAIN_PATTERN.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return ASCII_DOMAIN_PATTERN.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

export const normalizeEmail = (input: string): string => (parseEmailAddress(input) ?? input.trim()).toLowerCase();

/** Masks an email address for everyone except its owner and staff: `a•••@example.com`. */
export const maskEmail = (address: string): string =>
  `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;
