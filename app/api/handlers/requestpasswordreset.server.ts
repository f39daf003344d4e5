import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const requestpasswordreset: CallHandler<'requestpasswordreset'> = async ({ input, address }) => {
  const asked = await requestPasswordReset(input, { address, isCall: true });
  return asked.ok ? done({ status: 200, message: 'password reset link sent to Email!' }) : asked;
};
