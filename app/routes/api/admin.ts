import { admin } from '~/api/calls/admin';
import { signInAdministrator } from '~/features/staff/signInAdministrator.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(admin, async ({ request, input, address }) => {
  const { headers } = request;
  const client = { address, userAgent: headers.get('User-Agent'), token: headers.get('x-access-token') };
  const signedIn = await signInAdministrator(input, client, 'api');
  return signedIn.ok ? done({ status: 200, token: signedIn.value.secret }) : signedIn;
});
export const loader = call.loader;
export const action = call.action;
