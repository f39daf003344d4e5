import { getUsers } from '~/api/calls/reading';
import { usersPage } from '~/api/users.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';

const MOST = 500;

const call = apiRoute(getUsers, async ({ input: { limit = MOST, before }, headers }) => {
  const { users, next } = await usersPage({ limit, before });
  if (next) headers.set('Link', `</api/getUsers?limit=${limit}&before=${next}>; rel="next"`);
  return done(users);
});
export const loader = call.loader;
export const action = call.action;
