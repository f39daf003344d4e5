import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

export const newId = (): string => uuidv7();

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Returns the SHA-256 of a secret, base64url. The secrets are random, so no salt is needed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Returns the HMAC-SHA-256 of the parts, base64url. Parts are length-prefixed, so that ("ab","c") and ("a","bc") differ. */
export function sign(key: string, ...parts: string[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest('base64url');
}

export function isSameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
