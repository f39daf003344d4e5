import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { administrator } from '#drizzle/schema';
import { type Handle, read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events.server';
import { done, type Result, refuse } from '~/platform/result';
import { type NewSession, startSession } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { beginTry, forgiveTry, tooManyTries } from '~/platform/throttle.server';
import { type AuthRefusal, checkPassword, hashPassword, whenFree } from '../auth';
import { askForCode, hasSecondFactor, type PendingSignIn, signInAgain, stillFits, withCode } from '../twofactor';
import type { adminSignInSchema } from './schema';

type Client = { address: string; userAgent: string | null };
type Kind = NewSession['kind'] & ('admin' | 'api');

/** `otp` where one call brings both factors; the page asks for it in a second step. */
type Credentials = z.output<typeof adminSignInSchema> & { otp?: string };

/** What tries to sign in as an administrator are counted under. */
export const ADMIN_SIGN_IN = 'admin-login';

/**
 * Checks an administrator's credentials and starts a session of their own kind. One answer for an unknown address and a
 * wrong password, in the same time.
 * Whoever has a second factor shows it first: `finishAdminSignIn`.
 * @returns the secret for the `admin` cookie, which ends with the browser, or for the token
 */
export async function signInAdministrator(
  { email, password, otp }: Credentials,
  client: Client,
  kind: Kind = 'admin',
): Promise<Result<{ secret: string }, AuthRefusal>> {
  const what = { purpose: ADMIN_SIGN_IN, address: client.address, account: email };
  const wait = await beginTry(what);
  if (wait > 0) return tooManyTries(wait);

  return await whenFree(async () => {
    const [known] = await read().select().from(administrator).where(eq(administrator.email, email));
    const { fits, old } = await checkPassword(password, known?.passwordHash ?? null);
    if (!known || !fits) return refuse('invalid-credentials', 'Invalid credentials');

    await forgiveTry(what);
    const { id, passwordHash } = known;
    const fresh = old ? await hashPassword(password) : null;
    const begin = (confirmed: boolean) => async (tx: Handle) => {
      if (fresh) await tx.update(administrator).set({ passwordHash: fresh }).where(eq(administrator.id, id));
      return done(await start(tx, { kind, subjectId: id, confirmed, ...client }));
    };
    if (await hasSecondFactor(read(), id)) {
      if (!otp) return askForCode({ kind: 'admin', subjectId: id, passwordHash });
      return await withCode({ subjectId: id, address: client.address }, otp, begin(true));
    }
    // The page leads on to where a second factor is made; a token leads nowhere.
    if (kind === 'api' && !isPaper()) {
      return refuse('needs-second-factor', 'Sign in at /admin first and turn on two-factor authentication.');
    }
    return await write(begin(false));
  });
}

/** The second step: the password was right a moment ago, and here is the code. */
export async function finishAdminSignIn(
  pending: PendingSignIn | null,
  otp: string,
  client: Client,
): Promise<Result<{ secret: string }, AuthRefusal>> {
  if (!pending) return signInAgain();
  const { subjectId } = pending;
  return await withCode({ subjectId, address: client.address }, otp, async (tx) => {
    const [known] = await tx.select().from(administrator).where(eq(administrator.id, subjectId));
    if (!known || !stillFits(pending, known.passwordHash)) return signInAgain();
    return done(await start(tx, { kind: 'admin', subjectId, confirmed: true, ...client }));
  });
}

async function start(tx: Handle, given: NewSession): Promise<{ secret: string }> {
  const { secret } = await startSession(tx, { ...given, forAdmin: true });
  const by = byAdmin(given.subjectId);
  await record(tx, { thing: 'administrator', thingId: given.subjectId, event: 'sign-in', by });
  return { secret };
}
