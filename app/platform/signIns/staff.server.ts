import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import type { Handle } from '../db/index.server';
import { type Result, refuse } from '../result';
import { forbiddenWords, may, type Right, rolesWith } from '../rights';
import type { Administrator } from './session.server';

/** Administrators who can sign in, and whose role has a right now. */
export function withRight(right: Right): SQL | undefined {
  const roles = rolesWith(right);
  const role = inArray(administrator.role, roles);
  // Those from before there were roles are superadmins, who have every right.
  return and(isNull(administrator.disabledAt), or(isNull(administrator.role), role));
}

/** The administrators who are to hear of what those with a right deal with. */
export const staffWith = (handle: Handle, right: Right): Promise<Administrator[]> =>
  handle.select().from(administrator).where(withRight(right));

/**
 * Refuses (`forbidden`) what an administrator may not do any more: their role doesn't let them, or they were disabled since they signed
 * in. Null when they may. Asked in the transaction that does it, so that of two at once the later one sees what the earlier did.
 */
export async function refuseWithoutRight(tx: Handle, id: string, right: Right): Promise<Result<never> | null> {
  const [found] = await tx.select().from(administrator).where(eq(administrator.id, id));
  if (!found || found.disabledAt) return refuse('forbidden', 'This administrator was disabled, so nothing was done.');
  return may(found, right) ? null : refuse('forbidden', forbiddenWords(found, right));
}
