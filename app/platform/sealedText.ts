import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { env } from './env';
import { singleton } from './singleton';

/* Encrypts texts that a copy of the database or of a browser’s cookies must not reveal, under a key derived from SESSION_SECRET. */

/** Purpose of a text. It is part of the key, so that no key serves two purposes. */
type Purpose = 'two-factor secrets' | 'mails' | 'typed forms' | 'webhooks';

type SealingContext = { purpose: Purpose; holder: string };

const CIPHER_ALGORITHM = 'aes-256-gcm';

const deriveKey = (secret: string, purpose: Purpose) =>
  singleton(`sealed-text-key ${purpose} ${secret}`, () =>
    Buffer.from(hkdfSync('sha256', secret, '', `mirrorbook ${purpose}`, 32)),
  );

export function encryptText(text: string, { purpose, holder }: SealingContext): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER_ALGORITHM, deriveKey(env().SESSION_SECRET, purpose), iv).setAAD(
    Buffer.from(holder),
  );
  const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/** Decrypts a sealed text; null for another holder, purpose or SESSION_SECRET. */
export function decryptText(sealed: string, { purpose, holder }: SealingContext): string | null {
  const { SESSION_SECRET, SESSION_SECRETS_OLD } = env();
  for (const secret of [SESSION_SECRET, ...SESSION_SECRETS_OLD]) {
    const opened = decryptWith(deriveKey(secret, purpose), sealed, holder);
    if (opened !== null) return opened;
  }
  return null;
}

function decryptWith(key: Buffer, sealed: string, holder: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const cipher = createDecipheriv(CIPHER_ALGORITHM, key, bytes.subarray(0, 12)).setAAD(Buffer.from(holder));
    cipher.setAuthTag(bytes.subarray(-16));
    return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return null;
  }
}
