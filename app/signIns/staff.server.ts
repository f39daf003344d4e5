import { and, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { after, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { type Verified, verified } from '~/platform/db/verified.server';
import { isPaper } from '~/platform/env';
import { type Result, refuse } from '~/platform/result';
import { utcText } from '~/platform/text/dayText';
import { describeForbidden, hasRight, listRolesWith, type Right } from './rights';
import type { Administrator } from './session.server';
import { RESET_WATCH_MS } from './signInLimits';

export function withRight(right: Right): SQL | undefined {
  const roles = listRolesWith(right);
  const role = inArray(administrator.role, roles);
  // Administrators without a role were created before roles existed. They count as superadmins with every right.
  return and(isNull(administrator.disabledAt), or(isNull(administrator.role), role));
}

export const findStaffWith = (tx: Reader, right: Right): Promise<Verified<Administrator>[]> =>
  verified(tx, administrator, withRight(right));

/**
 * Returns the time until which an administrator can only read, after a reset by mailed link in live mode; null if the
 * administrator is not restricted.
 */
export async function readOnlyUntil(handle: Reader, id: string): Promise<Date | null> {
  if (isPaper()) return null;
  const [found] = await verified(handle, administrator, { id });
  const until = found?.passwordResetAt && after(found.passwordResetAt, RESET_WATCH_MS.admin);
  return until && until > now() ? until : null;
}

/** Refuses (`forbidden`) changes while an administrator can only read, except of their own login. */
export async function refuseWhileReadOnly(handle: Reader, id: string, right: Right): Promise<Result<never> | null> {
  if (right === 'everyone' || right.endsWith(':read')) return null;
  const until = await readOnlyUntil(handle, id);
  if (!until) return null;
  return refuse(
    'forbidden',
    `Your password was reset with a mailed link, so you can change nothing until ${utcText(until)}.`,
  );
}

/** Refuses an administrator who lacks the right, is disabled, or can only read (`forbidden`), in the transaction of the act. */
export const refuseWithoutRight = async (tx: Handle, id: string, right: Right): Promise<Result<never> | null> =>
  (await refuseLostRight(tx, id, right)) ?? (await refuseWhileReadOnly(tx, id, right));

/** Refuses for a lost right, which also invalidates earlier requests. */
export async function refuseLostRight(tx: Handle, id: string, right: Right): Promise<Result<never> | null> {
  const [found] = await verified(tx, administrator, { id });
  if (!found || found.disabledAt) return refuse('forbidden', 'This administrator was disabled, so nothing was done.');
  return hasRight(found, right) ? null : refuse('forbidden', describeForbidden(found, right));
}
