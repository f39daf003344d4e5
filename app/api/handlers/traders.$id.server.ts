import { done, refuse } from '~/platform/result';
import { oneTrader } from '../answers/traders.server';
import type { CallHandler } from '../callHandler';

export const traders: CallHandler<'traders'> = async ({ input: { id } }) => {
  const found = await oneTrader(id);
  return found ? done(found) : refuse('not-found', 'There is no such trader.', 'id');
};
