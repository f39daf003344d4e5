import { getData } from '~/api/calls/reading';
import { userData } from '~/api/userData.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const USUAL = 200;

const call = apiRoute(getData, async ({ user, input: { limit = USUAL }, headers }) => {
  const { data, totals } = await userData(user, limit);
  for (const [list, total] of Object.entries(totals)) headers.set(`X-Total-${list}`, String(total));
  return done(data);
});
export const loader = call.loader;
export const action = call.action;
