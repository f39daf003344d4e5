import { leastPassword } from '~/features/people/auth/passwords/passwordRules.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetLinkOf, resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const resetpassword: CallHandler<'resetpassword'> = async ({
  input: { newPassword, email: named, token },
  address,
}) => {
  const { email, secret } = resetLinkOf(named, token ?? '');
  if (!secret && email) {
    // Clients of the specification's time send none. An address is no proof of who asks, so the proof is mailed to it.
    const asked = await requestPasswordReset({ email }, { address, isCall: true });
    if (!asked.ok) return asked;
    return refuse(
      'bad-token',
      `The password was not changed. If ${email} has an account here, a link to change it was mailed there.`,
      'token',
    );
  }
  if (newPassword.length < leastPassword()) {
    return refuse('weak-password', `Use at least ${leastPassword()} characters`, 'newPassword');
  }
  const reset = await resetPassword({ email, secret }, { newPassword }, { address });
  return reset.ok ? done({ status: 200, message: 'password successfully reset!' }) : reset;
};
