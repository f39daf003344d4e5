import { z } from 'zod';

/** The longest address that fits the path of an SMTP command (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/**
 * The address as mail is sent to it: trimmed, the domain in lower case; null when it is no plain address. One address and
 * nothing else passes: no display name, no list, no control characters, so none can become a header or a second recipient.
 */
export function mailAddress(given: string): string | null {
  const trimmed = given.trim();
  if (trimmed.length > LONGEST || !z.email().safeParse(trimmed).success) return null;
  const at = trimmed.lastIndexOf('@');
  return trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

/** An address as people are shown it who are neither its owner nor staff: `a•••@example.com`. */
export const maskedAddress = (address: string): string =>
  `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;
