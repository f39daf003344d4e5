import { Secret, TOTP } from 'otpauth';
import { removeHiddenCharacters, toAsciiDigits } from '~/platform/fields/copiedText';
import { decryptText, encryptText } from '~/platform/sealedText';
import { PRODUCT_NAME } from '~/platform/text/productName';

/** Duration of a code in seconds (RFC 6238). */
const CODE_PERIOD_SECONDS = 30;

/** Number of time steps before and after the current one whose codes are accepted, since clocks differ. */
const ACCEPTED_STEPS = 1;

/** Returns a new shared secret, base32: 20 bytes, as RFC 4226 recommends. */
export const createSharedSecret = (): string => new Secret({ size: 20 }).base32;

const createTotp = (secret: string, label = '') =>
  new TOTP({ issuer: PRODUCT_NAME, label, secret: Secret.fromBase32(secret), period: CODE_PERIOD_SECONDS, digits: 6 });

export const createEnrolmentLink = (secret: string, label: string): string => createTotp(secret, label).toString();

/** Parses six digits of any script, ignoring separators and invisible characters; null for any other text. */
export function parseCode(input: string): string | null {
  const digits = toAsciiDigits(removeHiddenCharacters(input)).replaceAll(/[\s\p{Pd}]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Returns the TOTP time step of a code; null if it is not valid at `time`. */
export function findStep(secret: string, code: string, time: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: time.getTime(), window: ACCEPTED_STEPS });
  return delta === null ? null : Math.floor(time.getTime() / (CODE_PERIOD_SECONDS * 1_000)) + delta;
}

const sealContext = (holder: string) => ({ purpose: 'two-factor secrets', holder }) as const;

export const sealSecret = (secret: string, holder: string): string => encryptText(secret, sealContext(holder));

export const openSecret = (sealed: string, holder: string): string | null => decryptText(sealed, sealContext(holder));
