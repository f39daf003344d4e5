import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import {
  isStillValid,
  type PendingSignIn,
  refuseExpiredSignIn,
  refuseWithoutCode,
} from '~/features/people/twofactor/signInStep.server';
import { hasSecondFactor, withCode } from '~/features/people/twofactor/spendCode.server';
import { type Handle, read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { done, type Result, refuse } from '~/platform/result';
import { investorAccount, readKnownDevice } from '~/signIns/knownDevice.server';
import { findSessionInvestor, type NewSession, startSession, type User } from '~/signIns/session.server';
import { clearAttempts, countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { findUser, findVerifiedUser } from '~/signIns/userById.server';
import { FROZEN_SIGN_IN_MESSAGE } from '../freeze/freeze.server';
import { checkPassword, hashPassword } from '../passwords/passwords.server';
import { type AuthRefusal, refuseWhenBusy } from './signInAnswers.server';

export type Credentials = { email: string; password: string; rememberme: boolean; otp?: string };
/** Client of a sign-in. `known` is the cookie of accounts that signed in on this browser before; `token` is a program's earlier token. */
export type Client = { address: string; userAgent: string | null; known?: string | null; token?: string | null };
export type SignedIn = { user: User; secret: string; maxAge?: number };

export const SIGN_IN_PURPOSE = 'login';

/**
 * Checks credentials and starts a session. Older clients compare the texts of refusals, which in live mode do not
 * reveal accounts.
 */
export async function signIn(
  { email, password, rememberme: remember, otp }: Credentials,
  client: Client,
  kind: NewSession['kind'] & ('investor' | 'api') = 'investor',
): Promise<Result<SignedIn, AuthRefusal>> {
  const [known] = await read().select().from(user).where(eq(user.email, email));
  const open = known?.status === 'open' ? known : undefined;
  const device = open ? await findKnownDevice(open, client) : null;
  const what = { purpose: SIGN_IN_PURPOSE, address: client.address, account: email, device };
  const wait = await countAttempt(what);
  if (wait > 0) return tooManyTries(wait);

  return await refuseWhenBusy(async () => {
    const { isMatching, isOutdated } = await checkPassword(password, open?.passwordHash ?? null);
    if (!open && isPaper()) return refuse('unknown-user', 'User does not exist');
    // In live mode, a person who signed up with someone else's address must not learn here whether that created an
    // account.
    if (!open || !isMatching || (!isPaper() && !open.emailVerifiedAt)) {
      return refuse('wrong-password', 'Warning! Incorrect password');
    }

    await clearAttempts(what);
    if (open.mustResetPassword) return refuse('frozen', FROZEN_SIGN_IN_MESSAGE);
    if (!open.emailVerifiedAt) return refuse('unverified', 'Error! Email not verified');
    const fresh = isOutdated ? await hashPassword(password) : null;
    const { id, passwordHash } = open;
    const openSession = (confirmed: boolean) => async (tx: Handle) => {
      // The password may have been reset, or the account closed, during the check.
      const still = await findVerifiedUser(tx, id);
      if (still?.status !== 'open' || still.passwordHash !== passwordHash || still.mustResetPassword) {
        return refuse('wrong-password', 'Warning! Incorrect password');
      }
      if (fresh) await tx.update(user).set({ passwordHash: fresh }).where(eq(user.id, id));
      const session = await startSession(tx, { kind, subjectId: id, remember, confirmed, ...client });
      return done({ user: still, ...session });
    };
    if (!(await hasSecondFactor(read(), id))) return await write(openSession(false), { users: [id] });
    if (!otp) return refuseWithoutCode({ kind: 'investor', subjectId: id, passwordHash, remember });
    return await withCode({ subjectId: id, address: client.address, device }, otp, openSession(true));
  });
}

export async function finishSignIn(
  pending: PendingSignIn | null,
  otp: string,
  client: Client,
): Promise<Result<SignedIn, AuthRefusal>> {
  if (!pending) return refuseExpiredSignIn();
  const { subjectId, remember } = pending;
  const holder = await findUser(read(), subjectId);
  const device = holder ? await findKnownDevice(holder, client) : null;
  return await withCode({ subjectId, address: client.address, device }, otp, async (tx) => {
    const known = await findVerifiedUser(tx, subjectId);
    if (known?.status !== 'open' || known.mustResetPassword || !isStillValid(pending, known.passwordHash))
      return refuseExpiredSignIn();
    const session = await startSession(tx, { kind: 'investor', subjectId, remember, confirmed: true, ...client });
    return done({ user: known, ...session });
  });
}

async function findKnownDevice(account: User, { known, token }: Client): Promise<string | null> {
  const device = readKnownDevice(known ?? null, investorAccount(account));
  if (device || !token) return device;
  const holder = await findSessionInvestor(token, 'api');
  return holder?.user.id === account.id ? holder.session.tokenHash : null;
}
