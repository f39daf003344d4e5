import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { done, type PassingRefusal, type Result, refuse } from '~/platform/result';
import { type Administrator, confirmSession, isConfirmed } from '~/signIns/session.server';
import { hasSecondFactor, withCode } from './spendCode.server';

export type AdministratorAtSession = { administrator: Administrator; sessionHash: string; address: string };

type SignIn = { subjectId: string; sessionHash: string; address: string };

/** Confirms an administrator as `confirmPerson` does. In live mode it refuses one without a second factor. */
export async function confirmAdministrator(
  { administrator: { id }, sessionHash, address }: AdministratorAtSession,
  otp = '',
): Promise<Result<null, PassingRefusal>> {
  if (!isPaper() && !(await hasSecondFactor(read(), id))) {
    return refuse('needs-second-factor', 'Turn on two-factor authentication first, on the page Security.');
  }
  return await confirmPerson({ subjectId: id, sessionHash, address }, otp);
}

/** Confirms the owner of a session by a code. Requires no code without a second factor, or within `CODE_VALID_MS` after the last code. */
export async function confirmPerson(
  { subjectId, sessionHash, address }: SignIn,
  otp = '',
): Promise<Result<null, PassingRefusal>> {
  if (!(await hasSecondFactor(read(), subjectId)) || (await isConfirmed(read(), sessionHash))) return done(null);
  if (!otp.trim()) {
    return refuse('confirm', 'Enter a code from your authenticator app to confirm that it is you.', 'otp');
  }
  const confirmed = await withCode({ subjectId, address, device: sessionHash }, otp, async (tx) => {
    await confirmSession(tx, sessionHash);
    return done(null);
  });
  // A concurrent post of the same form has spent the same code first.
  return !confirmed.ok && (await isConfirmed(read(), sessionHash)) ? done(null) : confirmed;
}

export const createOwnerConfirm =
  ({ user, sessionHash, address }: { user: { id: string }; sessionHash: string; address: string }) =>
  (otp: string): Promise<Result<null, PassingRefusal>> =>
    confirmPerson({ subjectId: user.id, sessionHash, address }, otp);

export const createConfirm =
  (here: AdministratorAtSession) =>
  (otp: string): Promise<Result<null, PassingRefusal>> =>
    confirmAdministrator(here, otp);
