import { and, eq, isNull } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { withNewPassword } from '~/features/people/auth/passwords/passwordRules.server';
import { type AuthRefusal, withConstantDuration } from '~/features/people/auth/signIn/signInAnswers.server';
import {
  createToken,
  findTokenSubject,
  hasFreshLink,
  spendAllTokens,
  spendExpiredToken,
  spendToken,
} from '~/features/people/auth/tokens.server';
import { hasSecondFactor, withCode } from '~/features/people/twofactor/spendCode.server';
import { now } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { type Verified, verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { adminAccount, readKnownDevice } from '~/signIns/knownDevice.server';
import { type Administrator, endAllSessions } from '~/signIns/session.server';
import { readOnlyUntil } from '~/signIns/staff.server';
import { clearAccountAttempts, countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { mailStaffPasswordReset, mailStaffResetLink } from './internal/staffMail.server';
import { ADMIN_SIGN_IN_PURPOSE } from './signInAdministrator.server';

const TOKEN_PURPOSE = 'staff-reset';

const isActiveWithEmail = (email: string) => and(eq(administrator.email, email), isNull(administrator.disabledAt));

/** Mails an administrator a reset link. The answer and its duration are the same for every address. */
export async function requestStaffReset(
  { email }: { email: string },
  { address, known: cookie = null }: { address: string; known?: string | null },
): Promise<Result<null, AuthRefusal>> {
  const [known] = await read().select().from(administrator).where(isActiveWithEmail(email));
  const device = known ? readKnownDevice(cookie, adminAccount(known)) : null;
  const wait = await countAttempt({ purpose: 'staff-reset-mail', address, account: email, device });
  if (wait > 0) return tooManyTries(wait);
  await withConstantDuration(async () => {
    if (known) {
      await write(async (tx) => {
        // Reads the row again and verifies it, so that no link goes to an address that an intruder wrote into the
        // database.
        const [owner] = await verified(tx, administrator, { id: known.id });
        if (owner) await mailReset(tx, owner, device !== null);
      });
    }
  });
  return done(null);
}

/** Returns whether an administrator may get a reset link. Live mode requires a second factor, so that a mailbox alone is not enough. */
const canReset = async (handle: Reader, id: string): Promise<boolean> =>
  isPaper() || (await hasSecondFactor(handle, id));

/** @param isKnown true if the browser has signed in to this account before; the link is then mailed even if a recent one is valid */
async function mailReset(tx: Handle, known: Verified<Administrator>, isKnown: boolean): Promise<void> {
  const { id } = known;
  if (!isKnown && (await hasFreshLink(tx, TOKEN_PURPOSE, id))) return;
  const secret = (await canReset(tx, id)) ? await createToken(tx, TOKEN_PURPOSE, id) : null;
  await record(tx, { thing: 'password', thingId: id, event: 'mail-reset-link', by: SYSTEM_ACTOR });
  await mailStaffResetLink(tx, known, secret);
}

/** Returns the administrator of a mailed link, and whether a code is needed; null if the link is invalid. */
export async function findAdministratorOfResetLink(
  secret: string,
): Promise<{ administrator: Administrator; takesCode: boolean } | null> {
  const id = await findTokenSubject(read(), TOKEN_PURPOSE, secret);
  if (!id) return null;
  const own = and(eq(administrator.id, id), isNull(administrator.disabledAt));
  const [found] = await read().select().from(administrator).where(own);
  if (!found || !(await canReset(read(), id))) return null;
  return { administrator: found, takesCode: await hasSecondFactor(read(), id) };
}

/** Resets an administrator's password by a mailed link, once. In live mode they can only read for a day (`readOnlyUntil`). */
export async function resetStaffPassword(
  secret: string,
  { newPassword, otp = '' }: { newPassword: string; otp?: string },
  { address }: { address: string },
): Promise<Result<{ administrator: Administrator }, AuthRefusal>> {
  const known = await findAdministratorOfResetLink(secret);
  if (!known) {
    await write((tx) => spendExpiredToken(tx, secret));
    return refuseBrokenLink();
  }
  const { id } = known.administrator;
  if (known.takesCode && !otp.trim()) return refuse('no-code', 'Enter a code from your authenticator app', 'otp');
  return await withNewPassword(newPassword, async (passwordHash) => {
    const change = async (tx: Handle): Promise<Result<{ administrator: Administrator }>> => {
      // Since the page was opened, a second factor may have been enabled, or the administrator disabled.
      const input = known.takesCode || !(await hasSecondFactor(tx, id));
      if (!(input && (await spendToken(tx, { purpose: TOKEN_PURPOSE, userId: id, secret })))) return refuseBrokenLink();
      const own = and(eq(administrator.id, id), isNull(administrator.disabledAt));
      const [changed] = await tx
        .update(administrator)
        .set({ passwordHash, passwordResetAt: now() })
        .where(own)
        .returning();
      if (!changed) return refuseBrokenLink();
      await spendAllTokens(tx, TOKEN_PURPOSE, id);
      await endAllSessions(tx, id);
      await clearAccountAttempts(tx, { purpose: ADMIN_SIGN_IN_PURPOSE, address, account: changed.email });
      await record(tx, { thing: 'password', thingId: id, event: 'reset', by: createAdminActor(id) });
      await mailStaffPasswordReset(tx, changed, await readOnlyUntil(tx, id));
      return done({ administrator: changed });
    };
    return known.takesCode ? await withCode({ subjectId: id, address }, otp, change) : await write(change);
  });
}

const refuseBrokenLink = () => refuse('bad-token', 'This link has expired, was already used, or is incomplete.');
