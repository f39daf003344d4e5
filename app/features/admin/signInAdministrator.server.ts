import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { administrator } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { done, type Result, refuse } from '~/platform/result';
import { startSession } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { beginTry, forgiveTry } from '~/platform/throttle.server';
import { type AuthRefusal, checkPassword, hashPassword, tooManyTries, whenFree } from '../auth';
import type { adminSignInSchema } from './schema';

/**
 * Checks an administrator's credentials and starts a session of their own kind. One answer for an unknown address and a
 * wrong password, in the same time.
 * @returns the secret for the `admin` cookie, which ends with the browser, or for a call's token
 */
export async function signInAdministrator(
  { email, password }: z.output<typeof adminSignInSchema>,
  client: { address: string; userAgent: string | null },
  kind: 'admin' | 'api' = 'admin',
): Promise<Result<{ secret: string }, AuthRefusal>> {
  const what = { purpose: 'admin-login', address: client.address, account: email };
  const wait = await beginTry(what);
  if (wait > 0) return tooManyTries(wait);

  return await whenFree(async () => {
    const [known] = await read().select().from(administrator).where(eq(administrator.email, email));
    const { fits, old } = await checkPassword(password, known?.passwordHash ?? null);
    if (!known || !fits) return refuse('invalid-credentials', 'Invalid credentials');

    await forgiveTry(what);
    const { id } = known;
    const fresh = old ? await hashPassword(password) : null;
    return await write(async (tx) => {
      if (fresh) await tx.update(administrator).set({ passwordHash: fresh }).where(eq(administrator.id, id));
      const { secret } = await startSession(tx, { kind, forAdmin: true, subjectId: id, ...client });
      await record(tx, { thing: 'administrator', thingId: id, event: 'sign-in', by: byAdmin(id) });
      return done({ secret });
    });
  });
}
