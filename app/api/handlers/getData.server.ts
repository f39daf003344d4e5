import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { userData } from '../userData.server';

const USUAL = 200;

export const getData: CallHandler<'getData'> = async ({ user, input: { limit = USUAL }, headers }) => {
  const { data, totals } = await userData(user, limit);
  for (const [list, total] of Object.entries(totals)) headers.set(`X-Total-${list}`, String(total));
  return done(data);
};
