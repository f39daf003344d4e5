import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { env } from '~/platform/env';
import { singleton } from '~/platform/singleton';

/** Seconds that a code is shown for (RFC 6238, as every authenticator app has it). */
const PERIOD = 30;

/** Codes before and after the present one that are taken as well: clocks differ. */
const WINDOW = 1;

const ISSUER = 'Mirrorbook';

/** A new shared secret, base32: 20 bytes, as RFC 4226 recommends. */
export const newSharedSecret = (): string => new Secret({ size: 20 }).base32;

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD, digits: 6 });

/** What an authenticator app reads from the QR code. */
export const enrolmentLink = (secret: string, label: string): string => totp(secret, label).toString();

/** The time step, counted from 1970, whose code this is; null when it is none of those taken at `time`. */
export function stepOf(secret: string, code: string, time: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: time.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(time.getTime() / (PERIOD * 1_000)) + delta;
}

const CIPHER = 'aes-256-gcm';

/** Derived, so that the database alone reveals no secrets, and no key serves two purposes. */
const keyFrom = (secret: string) =>
  singleton(`two-factor-key ${secret}`, () =>
    Buffer.from(hkdfSync('sha256', secret, '', 'mirrorbook two-factor secrets', 32)),
  );

/**
 * Encrypts a shared secret for its row.
 * @param holder whom alone it opens for
 */
export function sealSecret(secret: string, holder: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyFrom(env().SESSION_SECRET), iv).setAAD(Buffer.from(holder));
  const parts = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/**
 * The shared secret of a row, or null when it was sealed for another holder, or under a SESSION_SECRET that is neither the
 * present one nor listed as one of before.
 */
export function openSecret(sealed: string, holder: string): string | null {
  const { SESSION_SECRET, SESSION_SECRETS_OLD } = env();
  for (const secret of [SESSION_SECRET, ...SESSION_SECRETS_OLD]) {
    const opened = openWith(keyFrom(secret), sealed, holder);
    if (opened !== null) return opened;
  }
  return null;
}

function openWith(key: Buffer, sealed: string, holder: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, 12)).setAAD(Buffer.from(holder));
    cipher.setAuthTag(bytes.subarray(-16));
    return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return null;
  }
}
