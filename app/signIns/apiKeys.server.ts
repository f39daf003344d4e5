import { BlockList, isIP } from 'node:net';
import type { z } from 'zod';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { readSetting } from '~/platform/installation/settings.server';
import { done, type Result, refuse } from '~/platform/result';
import { grantsSchema, type KeyGrants } from './keyGrants';
import { API_KEY_SETTING, KEY_PREFIX, keyLifetimeText } from './keyScopes';
import { findLiveSessions, findSessionAdministrator, findSessionInvestor, startSession } from './session.server';

/*
 * API keys are a kind of session. Everything that ends a person's sessions (a new password, a freeze, closing)
 * therefore ends the keys too.
 */

const parseGrants = (text: string | null): KeyGrants => grantsSchema.parse(JSON.parse(text ?? '{}'));

type AuthenticatedKey<P> = P & { key: KeyGrants; hash: string };

/**
 * Returns the holder of the key in an `Authorization: Bearer` header, found by `find`. Refuses an invalid key, or one used from a
 * forbidden address.
 */
async function authenticateKey<P extends { session: { grants: string | null; tokenHash: string } }>(
  authorization: string | null,
  address: string,
  find: (secret: string) => Promise<P | null>,
): Promise<Result<AuthenticatedKey<P>>> {
  const secret = parseBearerKey(authorization);
  if ((await readSetting(read(), API_KEY_SETTING.setting)) === API_KEY_SETTING.forbidden)
    return refuse('forbidden', 'API keys are turned off.');
  const found = secret === null ? null : await find(secret);
  if (!found) {
    return refuse(
      'not-signed-in',
      'Send a valid API key as Authorization: Bearer. This one may have expired or been revoked.',
    );
  }
  const key = parseGrants(found.session.grants);
  if (!isPermittedAddress(key.from, address))
    return refuse('foreign-address', 'This key may not be used from this IP address.');
  return done({ ...found, key, hash: found.session.tokenHash });
}

export const findKeyHolder = (authorization: string | null, address: string) =>
  authenticateKey(authorization, address, (secret) => findSessionInvestor(secret, 'key'));

/** Returns the administrator of such a key. In live mode refuses one without a second factor. */
export async function findStaffKeyHolder(authorization: string | null, address: string) {
  const held = await authenticateKey(authorization, address, (secret) => findSessionAdministrator(secret, 'key'));
  if (!held.ok || isPaper() || held.value.factorSince) return held;
  return refuse('forbidden', 'Sign in at /admin first and turn on two-factor authentication.');
}

/** Returns the key of an `Authorization` header; null if it contains none of this product. */
export function parseBearerKey(authorization: string | null): string | null {
  const [, secret] = /^Bearer +(\S{1,200})$/i.exec(authorization ?? '') ?? [];
  return secret?.startsWith(KEY_PREFIX) ? secret : null;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const maxPrefixBits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxPrefixBits))
  );
}

function isPermittedAddress(listed: readonly string[], address: string): boolean {
  if (listed.length === 0) return true;
  const allowed = new BlockList();
  for (const each of listed) {
    const [start = '', bits] = each.split('/');
    if (bits === undefined) allowed.addAddress(start, familyOf(start));
    else allowed.addSubnet(start, Number(bits), familyOf(start));
  }
  return isIP(address) > 0 && allowed.check(address, familyOf(address));
}

export type NewKey = Omit<z.input<typeof grantsSchema>, 'hint'> & { days: number };

/** Creates a key. Only the hash of its secret is stored, so the secret can't be returned again. */
export async function createApiKey(
  tx: Handle,
  subjectId: string,
  { days, ...grants }: NewKey,
  { forAdmin = false } = {},
): Promise<{ secret: string }> {
  return await startSession(tx, {
    kind: 'key',
    subjectId,
    forAdmin,
    key: {
      prefix: KEY_PREFIX,
      grants: (secret) =>
        JSON.stringify({ ...grants, hint: `${KEY_PREFIX}…${secret.slice(-4)}` } satisfies z.input<typeof grantsSchema>),
      lasts: keyLifetimeText(days),
    },
  });
}

/** Returns a person's valid keys, last used first; `lastUsed` is null for a key that was never used. */
export async function findValidKeys(handle: Reader, subjectId: string) {
  return (await findLiveSessions(handle, subjectId, 'keys')).map(
    ({ tokenHash, grants, createdAt, lastSeenAt, expiresAt }) => ({
      id: tokenHash,
      ...parseGrants(grants),
      createdAt,
      lastUsed: lastSeenAt > createdAt ? lastSeenAt : null,
      expiresAt,
    }),
  );
}

export type ApiKey = Awaited<ReturnType<typeof findValidKeys>>[number];
