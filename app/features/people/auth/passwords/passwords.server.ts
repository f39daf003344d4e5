import { createConcurrencyLimit } from '~/platform/process/turn';
import { singleton } from '~/platform/singleton';

/** Argon2id as OWASP's password storage sheet has it: 19 MiB, 2 passes, 1 lane. The parameters are in each hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing is slow on purpose; more at a time than this, and a flood of sign-ins would stall every other page. */
const AT_A_TIME = 2;
const WAITING = 50;

/** Value in place of a hash that no password matches. */
export const NO_PASSWORD = 'none';

const inTurn = singleton('password-turns', () => createConcurrencyLimit({ atOnce: AT_A_TIME, waiting: WAITING }));

/** Hashes a password in Unicode's composed form (NFC): keyboards write the same letter with its accent as one character or as two. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return await inTurn(() => hash(password.normalize('NFC'), PARAMETERS));
}

/** Checks a password, in the same time without a hash. `old` requires a new hash; old hashes may be of another Unicode form. */
export async function checkPassword(password: string, known: string | null): Promise<{ fits: boolean; old: boolean }> {
  const { verify } = await import('@node-rs/argon2');
  const own = known?.startsWith('$argon2') ? known : null;
  const hash = own ?? (await placeholderHash());
  const composed = password.normalize('NFC');
  let fitting: string | undefined;
  for (const form of new Set([composed, password, password.normalize('NFD')])) {
    if (await inTurn(() => verify(hash, form))) {
      fitting = form;
      break;
    }
  }
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  const isCurrent = hash.includes(`m=${memoryCost},t=${timeCost},p=${parallelism}`) && fitting === composed;
  return { fits: fitting !== undefined && own !== null, old: !isCurrent };
}

/** Computed without a queue: a refusal there would be permanent for this process. */
const placeholderHash = () =>
  singleton('placeholder-hash', async () => {
    const { hash } = await import('@node-rs/argon2');
    return await hash('no account has this password', PARAMETERS);
  });
