import { createConcurrencyLimit } from '~/platform/process/concurrency';
import { singleton } from '~/platform/singleton';

/** Argon2id parameters of OWASP's password storage sheet: 19 MiB, 2 passes, 1 lane. Each hash contains them. */
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Number of concurrent hashes. Hashing is slow by design, so a flood of sign-ins could otherwise stall all other pages. */
const MAX_CONCURRENT_HASHES = 2;
const MAX_WAITING_HASHES = 50;

/** Value stored in place of a hash; no password matches it. */
export const NO_PASSWORD_HASH = 'none';

const withHashingSlot = singleton('password-turns', () =>
  createConcurrencyLimit({ atOnce: MAX_CONCURRENT_HASHES, waiting: MAX_WAITING_HASHES }),
);

/** Hashes a password in Unicode's composed form (NFC), since keyboards write an accented letter as one character or as two. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return await withHashingSlot(() => hash(password.normalize('NFC'), ARGON2_PARAMETERS));
}

/**
 * Checks a password. Takes the same time if there is no hash. `isOutdated` is true if the password has to be hashed again.
 */
export async function checkPassword(
  password: string,
  known: string | null,
): Promise<{ isMatching: boolean; isOutdated: boolean }> {
  const { verify } = await import('@node-rs/argon2');
  const own = known?.startsWith('$argon2') ? known : null;
  const hash = own ?? (await getPlaceholderHash());
  const composed = password.normalize('NFC');
  let fitting: string | undefined;
  for (const form of new Set([composed, password, password.normalize('NFD')])) {
    if (await withHashingSlot(() => verify(hash, form))) {
      fitting = form;
      break;
    }
  }
  const { memoryCost, timeCost, parallelism } = ARGON2_PARAMETERS;
  const isCurrent = hash.includes(`m=${memoryCost},t=${timeCost},p=${parallelism}`) && fitting === composed;
  return { isMatching: fitting !== undefined && own !== null, isOutdated: !isCurrent };
}

/**
 * Returns the hash that unknown users are checked against. It is computed outside the queue, because a refusal by the
 * queue would be cached for the lifetime of the process.
 */
const getPlaceholderHash = () =>
  singleton('placeholder-hash', async () => {
    const { hash } = await import('@node-rs/argon2');
    return await hash('no account has this password', ARGON2_PARAMETERS);
  });
