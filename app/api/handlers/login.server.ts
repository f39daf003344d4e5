import { signIn } from '~/features/people/auth/signIn/signIn.server';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const login: CallHandler<'login'> = async ({ request, input, address }) => {
  const { headers } = request;
  const client = { address, userAgent: headers.get('User-Agent'), token: headers.get('x-access-token') };
  const signedIn = await signIn({ ...input, rememberme: input.rememberme ?? false }, client, 'api');
  return signedIn.ok ? done({ status: 'ok', token: signedIn.value.secret }) : signedIn;
};
