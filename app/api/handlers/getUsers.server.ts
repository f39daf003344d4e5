import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { usersPage } from '../users.server';

/** Users of a page: as fields, and whole. */
const MOST = { fields: 500, whole: 50 };

export const getUsers: CallHandler<'getUsers'> = async ({
  input: { limit = MOST.fields, before, all, full },
  headers,
}) => {
  const size = full ? Math.min(limit, MOST.whole) : limit;
  const { users, next } = await usersPage({ limit: size, before, closed: all === '1', full: full === '1' });
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
