import { requestpasswordreset } from '~/api/calls/account';
import { requestPasswordReset } from '~/features/auth/requestPasswordReset.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(requestpasswordreset, async ({ input, address }) => {
  const asked = await requestPasswordReset(input, { address });
  return asked.ok ? done({ status: 200, message: 'password reset link sent to Email!' }) : asked;
});
export const loader = call.loader;
export const action = call.action;
