import { done, type Result, refuse } from '~/platform/result';
import { clearAttempts, countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { SIGN_IN_PURPOSE } from '../signIn/signIn.server';
import { type AuthRefusal, refuseWhenBusy } from '../signIn/signInAnswers.server';
import { checkPassword } from './passwords.server';

/**
 * Checks the password of a signed-in person. Attempts are counted per session, so that a stranger's guesses do not lock out the owner.
 */
export async function checkOwnPassword(
  person: { email: string; passwordHash: string },
  password: string,
  input: { address: string; sessionHash: string; field: string; purpose?: string },
): Promise<Result<null, AuthRefusal>> {
  const { address, sessionHash: device, purpose = SIGN_IN_PURPOSE } = input;
  const what = { purpose, address, account: person.email, device };
  const wait = await countAttempt(what);
  if (wait > 0) return tooManyTries(wait);
  return await refuseWhenBusy(async () => {
    const { isMatching } = await checkPassword(password, person.passwordHash);
    if (!isMatching) return refuse('wrong-password', 'This is not your current password', input.field);
    await clearAttempts(what);
    return done(null);
  });
}
