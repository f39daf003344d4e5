import { done } from '~/platform/result';
import { endSession } from '~/signIns/session.server';
import type { CallHandler } from '../callHandler';

export const logout: CallHandler<'logout'> = async ({ request }) => {
  const token = request.headers.get('x-access-token');
  if (token) await endSession(token);
  return done({ status: 200, message: 'Signed out' });
};
