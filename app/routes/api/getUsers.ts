import { getUsers } from '~/api/calls/reading';
import { usersPage } from '~/api/users.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

/** Users of a page: as fields, and whole. */
const MOST = { fields: 500, whole: 50 };

const call = apiRoute(getUsers, async ({ input: { limit = MOST.fields, before, all, full }, headers }) => {
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
});
export const loader = call.loader;
export const action = call.action;
