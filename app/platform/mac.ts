import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { env } from './env';
import { isSameSecret } from './ids';

/* Message authentication codes under SEAL_SECRET. They prove that the product wrote a value, since another writer of the database can't
   compute them. */

type Key = { id: string; key: KeyObject };
type KeyRing = { current: Key; all: Map<string, Key> };

/** Input of a MAC. Null differs from an empty text. */
export type MacInput = string | null;

const keyRings = new Map<string, KeyRing>();

/** Returns the signing key, and all keys that verify, including those of SEAL_SECRETS_OLD. */
function loadKeyRing(): KeyRing {
  const { SEAL_SECRET, SEAL_SECRETS_OLD } = env();
  const name = [SEAL_SECRET, ...SEAL_SECRETS_OLD].join('\n');
  const known = keyRings.get(name);
  if (known) return known;
  const keys = [SEAL_SECRET, ...SEAL_SECRETS_OLD].map((secret) => ({
    id: calculateFingerprint(secret, 'seal').slice(0, 8),
    key: createSecretKey(Buffer.from(secret)),
  }));
  const made = { current: keys[0] as Key, all: new Map(keys.map((key) => [key.id, key])) };
  keyRings.set(name, made);
  return made;
}

/** Returns a keyed hash of a secret, base64url, which does not reveal the secret. */
export const calculateFingerprint = (secret: string, purpose: 'seal' | 'session'): string =>
  createHmac('sha256', secret).update(`mirrorbook fingerprint ${purpose}`).digest('base64url');

function calculateHmac(key: KeyObject, purpose: string, parts: readonly MacInput[]): string {
  let text = `${purpose}\n`;
  for (const part of parts) text += part === null ? '-:' : `${Buffer.byteLength(part)}:${part}`;
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Returns the MAC of the parts as `<key>.<base64url>`. The `purpose` is included, so that MACs are not valid for another purpose. */
export function calculateMac(purpose: string, parts: readonly MacInput[]): string {
  const { current } = loadKeyRing();
  return `${current.id}.${calculateHmac(current.key, purpose, parts)}`;
}

export function isMacValid(mac: string, purpose: string, parts: readonly MacInput[]): boolean {
  const [id = '', hash = ''] = mac.split('.');
  const key = loadKeyRing().all.get(id);
  return key !== undefined && isSameSecret(hash, calculateHmac(key.key, purpose, parts));
}

export const listKeyIds = (): string[] => [...loadKeyRing().all.keys()];
