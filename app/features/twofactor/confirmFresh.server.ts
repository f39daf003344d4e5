import { read } from '~/platform/db/index.server';
import type { Confirm } from '~/platform/form/submission.server';
import { done, type PassingRefusal, type Result, refuse } from '~/platform/result';
import { type Administrator, confirmSession, isConfirmed } from '~/platform/session.server';
import { hasSecondFactor, withCode } from './spendCode.server';

/** The sign-in that something dangerous is asked through. */
export type AdministratorHere = { administrator: Administrator; sessionHash: string; address: string };

/**
 * Is the administrator there in person? Yes within five minutes of a second factor shown in this sign-in, and with a right code,
 * which then counts for five minutes; who has no second factor (optional in paper mode) is not asked.
 * @param otp what they sent with what they ask for, or nothing
 */
export async function confirmFresh(
  { administrator, sessionHash, address }: AdministratorHere,
  otp = '',
): Promise<Result<null, PassingRefusal>> {
  const { id } = administrator;
  if (!(await hasSecondFactor(read(), id)) || (await isConfirmed(read(), sessionHash))) return done(null);
  if (!otp.trim()) {
    return refuse('confirm', 'Enter a code of your authenticator app to confirm that it is you.', 'otp');
  }
  const confirmed = await withCode({ subjectId: id, address }, otp, async (tx) => {
    await confirmSession(tx, sessionHash);
    return done(null);
  });
  // The same form sent twice at once brings the same code twice, and one of them was first.
  return !confirmed.ok && (await isConfirmed(read(), sessionHash)) ? done(null) : confirmed;
}

/** `confirmFresh` as a form asks for it. */
export const confirming =
  (here: AdministratorHere): Confirm =>
  (otp) =>
    confirmFresh(here, otp);
