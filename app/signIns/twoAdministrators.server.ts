import { administrator } from '#drizzle/schema';
import { countRows } from '~/platform/db/countRows.server';
import type { Handle, Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { type Refusal, type Result, refuse } from '~/platform/result';
import { withRight } from './staff.server';

/** Returns whether live mode lacks a second administrator for payments. Until there are two, no deposit, plan or copy can start. */
export async function lacksSecondAdministrator(handle: Reader): Promise<boolean> {
  if (isPaper()) return false;
  return (await countRows(handle, administrator, withRight('payments:decide'))) < 2;
}

export const NO_MONEY_ACCEPTED_TEXT =
  'This installation has fewer than two administrators, so deposits, plans and new copies are not available for now. You can withdraw your money.';

export async function refuseWithoutTwo(tx: Handle): Promise<Result<never, Refusal> | null> {
  return (await lacksSecondAdministrator(tx)) ? refuse('needs-administrators', NO_MONEY_ACCEPTED_TEXT) : null;
}
