import { done } from '~/platform/result';
import { usersAnswer } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

/** Largest page, in users: without and with `full`. */
const PAGE_LIMITS = { fields: 500, whole: 50 };

export const getUsers: CallHandler<'getUsers'> = async ({
  input: { limit = PAGE_LIMITS.fields, before, all, full },
  headers,
}) => {
  const size = full ? Math.min(limit, PAGE_LIMITS.whole) : limit;
  const { users, next } = await usersAnswer({ limit: size, before, closed: all === '1', full: full === '1' });
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
