import { done } from '~/platform/result';
import { allTraders } from '../answers/traders.server';
import type { CallHandler } from '../callHandler';

export const fetchTraders: CallHandler<'fetchTraders'> = async ({ input: { all } }) =>
  done(await allTraders({ retired: all === '1' }));
