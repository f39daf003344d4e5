import { user } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { type Verified, verified } from '~/platform/db/verified.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { type FreezePart, refuseFrozen } from './frozen';
import type { Right } from './rights';
import type { User } from './session.server';
import { refuseLostRight, refuseWithoutRight } from './staff.server';
import { findVerifiedUser } from './userById.server';

/* Authorisation of use cases within their own transaction, because a guard's check may be outdated and jobs have no guard. */

export type ActingInvestor = Pick<User, 'id'>;

/**
 * Returns the investor's row, verified in this transaction. Refuses a closed account (`closed`), an unverified address
 * (`unverified`, unless `beUnverified`), and a freeze of the account or of the part `begin` (`frozen`).
 */
export async function findActingUser(
  tx: Handle,
  { id }: ActingInvestor,
  may: { beUnverified?: boolean; begin?: FreezePart | 'other' } = {},
): Promise<Result<Verified<User>>> {
  const [found] = await verified(tx, user, { id });
  if (found?.status !== 'open') return refuse('closed', 'This account is closed, so nothing was done.');
  if (!found.emailVerifiedAt && !may.beUnverified)
    return refuse('unverified', 'Verify your email address first. Nothing was done.');
  const barred = may.begin && refuseFrozen(found, may.begin === 'other' ? undefined : may.begin);
  return barred || done(found);
}

/**
 * Returns the user whose balance an operator's booking changes. Refuses an unknown user (`not-found`) and a closed
 * account (`closed`).
 */
export async function openUser(tx: Handle, userId: string): Promise<Result<Verified<User>>> {
  const found = await findVerifiedUser(tx, userId);
  if (!found) return refuse('not-found', 'There is no such user.');
  if (found.status !== 'open') return refuse('closed', 'This account is closed, so its balance was not changed.');
  return done(found);
}

/**
 * Refuses investors (`not-yours`), and administrators who lack the right, are disabled or can only read after a reset
 * (`forbidden`). If a second administrator has approved, the requester is refused only for having lost the right.
 */
export async function refuseUnlessMay(tx: Handle, by: Actor, right: Right): Promise<Result<never> | null> {
  if (by.kind === 'system') return null;
  if (by.kind === 'investor') return refuse('not-yours', 'Only an administrator can do this.');
  return await (by.approver ? refuseLostRight : refuseWithoutRight)(tx, by.id, right);
}
