import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { done, type Result, refuse } from '~/platform/result';
import { type NewSession, startSession, type User } from '~/platform/session.server';
import { beginTry, forgiveTry } from '~/platform/throttle.server';
import { checkPassword, hashPassword } from './passwords.server';
import { type AuthRefusal, tooManyTries, whenFree } from './refusals.server';

export type Credentials = { email: string; password: string; rememberme: boolean };
export type Client = { address: string; userAgent: string | null };
export type SignedIn = { user: User; secret: string; maxAge?: number };

/** What tries to sign in are counted under. */
export const SIGN_IN = 'login';

/**
 * Checks an investor's credentials and starts a session. Refusals carry the spec's words; live mode answers alike for an
 * address that is known and one that is not.
 */
export async function signIn(
  { email, password, rememberme }: Credentials,
  client: Client,
  kind: NewSession['kind'] & ('investor' | 'api') = 'investor',
): Promise<Result<SignedIn, AuthRefusal>> {
  const what = { purpose: SIGN_IN, address: client.address, account: email };
  const wait = await beginTry(what);
  if (wait > 0) return tooManyTries(wait);

  return await whenFree(async () => {
    const [known] = await read().select().from(user).where(eq(user.email, email));
    const open = known?.status === 'open' ? known : undefined;
    const { fits, old } = await checkPassword(password, open?.passwordHash ?? null);
    if (!open && isPaper()) return refuse('unknown-user', 'User does not exist');
    if (!open || !fits) return refuse('wrong-password', 'Warning! Incorrect password');

    await forgiveTry(what);
    if (!open.emailVerifiedAt) return refuse('unverified', 'Error! Email not verified');
    const fresh = old ? await hashPassword(password) : null;
    return await write(async (tx) => {
      // The password may have been reset, or the account closed, while this one was being checked.
      const [still] = await tx.select().from(user).where(eq(user.id, open.id));
      if (still?.status !== 'open' || still.passwordHash !== open.passwordHash) {
        return refuse('wrong-password', 'Warning! Incorrect password');
      }
      if (fresh) await tx.update(user).set({ passwordHash: fresh }).where(eq(user.id, open.id));
      const session = await startSession(tx, { kind, subjectId: open.id, remember: rememberme, ...client });
      return done({ user: still, ...session });
    });
  });
}
