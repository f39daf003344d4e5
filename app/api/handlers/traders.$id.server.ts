import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { oneTrader } from '../traders.server';

export const traders: CallHandler<'traders'> = async ({ input: { id } }) => {
  const found = await oneTrader(id);
  return found ? done(found) : refuse('not-found', 'There is no such trader.', 'id');
};
