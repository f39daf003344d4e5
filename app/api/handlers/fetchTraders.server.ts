import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { allTraders } from '../traders.server';

export const fetchTraders: CallHandler<'fetchTraders'> = async ({ input: { all } }) =>
  done(await allTraders({ retired: all === '1' }));
