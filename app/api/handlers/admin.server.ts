import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const admin: CallHandler<'admin'> = async ({ request, input, address }) => {
  const { headers } = request;
  const client = { address, userAgent: headers.get('User-Agent'), token: headers.get('x-access-token') };
  const signedIn = await signInAdministrator(input, client, 'api');
  return signedIn.ok ? done({ status: 200, token: signedIn.value.secret }) : signedIn;
};
