import { done } from '~/platform/result';
import { loadUserData } from '../answers/userData.server';
import type { CallHandler } from '../callHandler';

const DEFAULT_LIMIT = 200;

export const getData: CallHandler<'getData'> = async ({ user, input: { limit = DEFAULT_LIMIT }, headers }) => {
  const { data, totals } = await loadUserData(user, limit);
  for (const [list, total] of Object.entries(totals)) headers.set(`X-Total-${list}`, String(total));
  return done(data);
};
