import { login } from '~/api/calls/account';
import { signIn } from '~/features/auth/signIn.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(login, async ({ request, input, address }) => {
  const { headers } = request;
  const client = { address, userAgent: headers.get('User-Agent'), token: headers.get('x-access-token') };
  const signedIn = await signIn({ ...input, rememberme: input.rememberme ?? false }, client, 'api');
  return signedIn.ok ? done({ status: 'ok', token: signedIn.value.secret }) : signedIn;
});
export const loader = call.loader;
export const action = call.action;
