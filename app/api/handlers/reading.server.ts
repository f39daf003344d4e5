import { done } from '~/platform/result';
import { userData } from '../answers/userData.server';
import type { CallHandler } from '../callHandler';

const USUAL = 200;

export const getData: CallHandler<'getData'> = async ({ user, input: { limit = USUAL }, headers }) => {
  const { data, totals } = await userData(user, limit);
  for (const [list, total] of Object.entries(totals)) headers.set(`X-Total-${list}`, String(total));
  return done(data);
};
