import type { Handle } from '~/platform/db/index.server';
import { type Refusal, refuse } from '~/platform/result';
import { notCovered } from '../notCovered';
import { balancesOf } from './statement.server';

export const refuseNotCovered = async (
  tx: Handle,
  userId: string,
  amount: bigint,
): Promise<{ ok: false; error: Refusal }> =>
  refuse('insufficient-funds', notCovered(amount, await balancesOf(tx, userId)), 'amount');
