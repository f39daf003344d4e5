import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { done, type Result, refuse } from '~/platform/result';
import { type NewSession, startSession, type User } from '~/platform/session.server';
import { clearFailures, countFailure, waitFor } from '~/platform/throttle.server';
import { checkPassword, hashPassword } from './passwords.server';

export type Credentials = { email: string; password: string; rememberme: boolean };
export type Client = { address: string; userAgent: string | null };
export type SignedIn = { user: User; secret: string; maxAge?: number };

const PURPOSE = 'login';

/**
 * Checks an investor's credentials and starts a session. Refusals carry the spec's words; live mode answers alike for an
 * address that is known and one that is not.
 */
export async function signIn(
  { email, password, rememberme }: Credentials,
  client: Client,
  kind: NewSession['kind'] & ('investor' | 'api') = 'investor',
): Promise<Result<SignedIn>> {
  const wait = await waitFor(PURPOSE, client.address, email);
  if (wait > 0) return refuse('throttled', `Too many tries. Please wait ${wait} seconds and try again.`);

  const [known] = await read().select().from(user).where(eq(user.email, email));
  const open = known?.status === 'open' ? known : undefined;
  const { fits, old } = await checkPassword(password, open?.passwordHash ?? null);
  if (!open || !fits) {
    await countFailure(PURPOSE, client.address, email);
    if (!open && isPaper()) return refuse('unknown-user', 'User does not exist');
    return refuse('wrong-password', 'Warning! Incorrect password');
  }
  if (!open.emailVerifiedAt) return refuse('unverified', 'Error! Email not verified');

  await clearFailures(PURPOSE, client.address, email);
  const fresh = old ? await hashPassword(password) : null;
  const session = await write(async (tx) => {
    if (fresh) await tx.update(user).set({ passwordHash: fresh }).where(eq(user.id, open.id));
    return await startSession(tx, { kind, subjectId: open.id, remember: rememberme, ...client });
  });
  return done({ user: open, ...session });
}
