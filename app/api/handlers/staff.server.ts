import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { findUserByAddress, loadUsersAnswer } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

export const deleteUser: CallHandler<'deleteUser'> = ({ administrator, input: { email, reason }, once }) =>
  once(async (tx) => {
    const user = await findUserByAddress(tx, email);
    if (!user.ok) return user;
    const input = { userId: user.value.id, submittedEmail: email, reason };
    const closed = await closeAccount(tx, createAdminActor(administrator.id), input);
    return closed.ok ? done({ answer: { status: 200, message: 'The account is closed' } }) : closed;
  });

const PAGE_LIMITS = { fields: 500, whole: 50 };

export const getUsers: CallHandler<'getUsers'> = async ({
  input: { limit = PAGE_LIMITS.fields, before, all, full },
  headers,
}) => {
  const size = full ? Math.min(limit, PAGE_LIMITS.whole) : limit;
  const { users, next } = await loadUsersAnswer({ limit: size, before, closed: all === '1', full: full === '1' });
  if (next) {
    const query = new URLSearchParams({
      limit: String(size),
      before: next,
      ...(all && { all }),
      ...(full && { full }),
    });
    headers.set('Link', `</api/getUsers?${query}>; rel="next"`);
  }
  return done(users);
};

export const admin: CallHandler<'admin'> = async ({ request, input, address }) => {
  const { headers } = request;
  const client = { address, userAgent: headers.get('User-Agent'), token: headers.get('x-access-token') };
  const signedIn = await signInAdministrator(input, client, 'api');
  return signedIn.ok ? done({ status: 200, token: signedIn.value.secret }) : signedIn;
};
