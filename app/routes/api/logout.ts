import { logout } from '~/api/calls/account';
import { done } from '~/platform/result';
import { endSession } from '~/platform/signIns/session.server';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(logout, async ({ request }) => {
  const token = request.headers.get('x-access-token');
  if (token) await endSession(token);
  return done({ status: 200, message: 'Signed out' });
});
export const loader = call.loader;
export const action = call.action;
