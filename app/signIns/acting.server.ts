import { user } from '#drizzle/schema';
import { findAll, type Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { type FreezePart, refuseFrozen } from './frozen';
import type { Right } from './rights';
import type { User } from './session.server';
import { refuseLostRight, refuseWithoutRight } from './staff.server';

/*
 * Who may do what a use-case does. A use-case that a person causes begins with one of these, in its own transaction: what the
 * guard of a page or call has seen may have changed since, and jobs and other use-cases pass no guard.
 */

/** The investor who causes something; the rest of what is known of them is read anew. */
export type ActingInvestor = Pick<User, 'id'>;

/**
 * The investor who causes something, as their account is in this transaction. Refuses one whose account is closed or gone
 * (`closed`), or whose e-mail address is not verified (`unverified`), or what a freeze bars (`frozen`).
 * @param may.beUnverified for what a user may do with money that is theirs already, verified or not
 * @param may.begin what a freeze of the whole account bars, and where it is of one part, a freeze of this part; nothing is barred without it
 */
export async function actingUser(
  tx: Handle,
  { id }: ActingInvestor,
  may: { beUnverified?: boolean; begin?: FreezePart | 'other' } = {},
): Promise<Result<User>> {
  const [found] = await findAll(tx, user, { id });
  if (found?.status !== 'open') return refuse('closed', 'This account is closed, so nothing was done.');
  if (!found.emailVerifiedAt && !may.beUnverified)
    return refuse('unverified', 'Verify your email address first. Nothing was done.');
  const barred = may.begin && refuseFrozen(found, may.begin === 'other' ? undefined : may.begin);
  return barred || done(found);
}

/**
 * The user whose money an operator moves: into and out of a closed account none is moved. Refused as `not-found` and `closed`.
 */
export async function openUser(tx: Handle, userId: string): Promise<Result<User>> {
  const [found] = await findAll(tx, user, { id: userId });
  if (!found) return refuse('not-found', 'There is no such user.');
  if (found.status !== 'open') return refuse('closed', 'This account is closed, so its balance was not changed.');
  return done(found);
}

/**
 * Refuses those who may not do what takes this right: an administrator (`forbidden`) whose role lacks it, who was disabled or
 * whose password was just reset with a mailed link, and every investor (`not-yours`). Null for those who may, and for the system. What an
 * administrator asked for earlier and a second one agrees to now is refused only when the first has lost the right since.
 */
export async function refuseUnlessMay(tx: Handle, by: Actor, right: Right): Promise<Result<never> | null> {
  if (by.kind === 'system') return null;
  if (by.kind === 'investor') return refuse('not-yours', 'Only an administrator can do this.');
  return await (by.approver ? refuseLostRight : refuseWithoutRight)(tx, by.id, right);
}
