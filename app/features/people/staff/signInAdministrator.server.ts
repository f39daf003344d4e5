import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { administrator } from '#drizzle/schema';
import { checkPassword, hashPassword } from '~/features/people/auth/passwords/passwords.server';
import type { Client } from '~/features/people/auth/signIn/signIn.server';
import { type AuthRefusal, refuseWhenBusy } from '~/features/people/auth/signIn/signInAnswers.server';
import {
  isStillValid,
  type PendingSignIn,
  refuseExpiredSignIn,
  refuseWithoutCode,
} from '~/features/people/twofactor/signInStep.server';
import { hasSecondFactor, withCode } from '~/features/people/twofactor/spendCode.server';
import { type Handle, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { adminAccount, readKnownDevice } from '~/signIns/knownDevice.server';
import { type Administrator, findSessionAdministrator, type NewSession, startSession } from '~/signIns/session.server';
import { clearAttempts, countAttempt, tooManyTries } from '~/signIns/throttle.server';
import type { adminSignInSchema } from './schema';

type Kind = NewSession['kind'] & ('admin' | 'api');

type Credentials = z.output<typeof adminSignInSchema> & { otp?: string };

type SignedIn = { administrator: Administrator; secret: string };

export const ADMIN_SIGN_IN_PURPOSE = 'admin-login';

/** Checks an administrator's credentials and starts a session. An unknown address takes as long as a wrong password. */
export async function signInAdministrator(
  { email, password, otp }: Credentials,
  client: Client,
  kind: Kind = 'admin',
): Promise<Result<SignedIn, AuthRefusal>> {
  const [known] = await read().select().from(administrator).where(eq(administrator.email, email));
  const device = known ? await findKnownDevice(known, client) : null;
  const what = { purpose: ADMIN_SIGN_IN_PURPOSE, address: client.address, account: email, device };
  const wait = await countAttempt(what);
  if (wait > 0) return tooManyTries(wait);

  return await refuseWhenBusy(async () => {
    const { isMatching, isOutdated } = await checkPassword(password, known?.passwordHash ?? null);
    if (!known || !isMatching) return refuse('invalid-credentials', 'Invalid credentials');

    await clearAttempts(what);
    if (known.disabledAt) return refuseDisabled();
    const { id, passwordHash } = known;
    const fresh = isOutdated ? await hashPassword(password) : null;
    const openSession = (confirmed: boolean) => async (tx: Handle) => {
      // The password may have been reset, or the administrator disabled, during the check.
      const [still] = await verified(tx, administrator, eq(administrator.id, id));
      if (still?.disabledAt !== null || still.passwordHash !== passwordHash) {
        return refuse('invalid-credentials', 'Invalid credentials');
      }
      if (fresh) await tx.update(administrator).set({ passwordHash: fresh }).where(eq(administrator.id, id));
      return done(
        await startAdminSession(tx, { ...still, passwordHash: fresh ?? passwordHash }, { kind, confirmed, client }),
      );
    };
    if (await hasSecondFactor(read(), id)) {
      if (!otp) return refuseWithoutCode({ kind: 'admin', subjectId: id, passwordHash });
      return await withCode({ subjectId: id, address: client.address, device }, otp, openSession(true));
    }
    // A browser is led to the setup of a second factor; a program with a token can't be, so it is refused.
    if (kind === 'api' && !isPaper()) {
      return refuse('needs-second-factor', 'Sign in at /admin first and turn on two-factor authentication.');
    }
    return await write(openSession(false));
  });
}

export async function finishAdminSignIn(
  pending: PendingSignIn | null,
  otp: string,
  client: Client,
): Promise<Result<SignedIn, AuthRefusal>> {
  if (!pending) return refuseExpiredSignIn();
  const { subjectId } = pending;
  const [holder] = await read().select().from(administrator).where(eq(administrator.id, subjectId));
  const device = holder ? await findKnownDevice(holder, client) : null;
  return await withCode({ subjectId, address: client.address, device }, otp, async (tx) => {
    const [known] = await verified(tx, administrator, eq(administrator.id, subjectId));
    if (!known || !isStillValid(pending, known.passwordHash)) return refuseExpiredSignIn();
    if (known.disabledAt) return refuseDisabled();
    return done(await startAdminSession(tx, known, { kind: 'admin', confirmed: true, client }));
  });
}

/**
 * Refuses a disabled administrator. Called only after a correct password, so that strangers learn nothing about
 * accounts of the staff.
 */
const refuseDisabled = () => refuse('disabled', 'This administrator was disabled. A superadmin can enable them again.');

async function startAdminSession(
  tx: Handle,
  known: Administrator,
  { kind, confirmed, client }: { kind: Kind; confirmed: boolean; client: Client },
): Promise<SignedIn> {
  const { id } = known;
  const { address, userAgent } = client;
  const { secret } = await startSession(tx, { kind, subjectId: id, forAdmin: true, confirmed, address, userAgent });
  await record(tx, { thing: 'administrator', thingId: id, event: 'sign-in', by: createAdminActor(id) });
  return { administrator: known, secret };
}

async function findKnownDevice(account: Administrator, { known, token }: Client): Promise<string | null> {
  const device = readKnownDevice(known ?? null, adminAccount(account));
  if (device || !token) return device;
  const holder = await findSessionAdministrator(token, 'api');
  return holder?.administrator.id === account.id ? holder.session.tokenHash : null;
}
