import { administrator } from '#drizzle/schema';
import { countOf } from '~/platform/db/countOf.server';
import type { Handle, Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { type Refusal, type Result, refuse } from '~/platform/result';
import { withRight } from './staff.server';

/**
 * Does live mode lack the second administrator who decides on payments? Money that one person alone decides over is not taken in: no
 * deposit, no plan and no copy begins until there are two who can sign in.
 */
export async function lacksSecondAdministrator(handle: Reader): Promise<boolean> {
  if (isPaper()) return false;
  return (await countOf(handle, administrator, withRight('payments:decide'))) < 2;
}

/** What an investor is told meanwhile. */
export const NOT_TAKEN =
  'This installation has fewer than two administrators, so it takes no deposits and sells no plans or copies for now. Money that is here can be withdrawn.';

/** Refuses what takes money in while live mode lacks the second administrator; null when money may be taken. */
export async function refuseWithoutTwo(tx: Handle): Promise<Result<never, Refusal> | null> {
  return (await lacksSecondAdministrator(tx)) ? refuse('needs-administrators', NOT_TAKEN) : null;
}
