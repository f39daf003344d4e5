import { resetpassword } from '~/api/calls/account';
import { leastPassword } from '~/features/auth/passwordRules.server';
import { resetPassword } from '~/features/auth/resetPassword.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done, refuse } from '~/platform/result';

const call = apiRoute(resetpassword, async ({ input: { newPassword, email, token }, address }) => {
  if (newPassword.length < leastPassword()) {
    return refuse('weak-password', `Use at least ${leastPassword()} characters`, 'newPassword');
  }
  const reset = await resetPassword({ email, secret: token }, { newPassword }, { address });
  return reset.ok ? done({ status: 200, message: 'password successfully reset!' }) : reset;
});
export const loader = call.loader;
export const action = call.action;
