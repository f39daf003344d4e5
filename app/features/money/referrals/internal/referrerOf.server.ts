import { inArray, sql } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { findAccountsOfPerson, isSamePerson } from '~/features/people';
import { type Handle, rows } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';

/**
 * Returns the open account that earns a bonus from a user's deposits; null if that would be the user, directly or through a chain of
 * referrals.
 */
export async function findEligibleReferrer(tx: Handle, referred: User): Promise<User | null> {
  if (!referred.referrerId) return null;
  const referrer = await findVerifiedUser(tx, referred.referrerId);
  // Compares again, since the phone number was not known yet when the account was created.
  if (referrer?.status !== 'open' || isSamePerson(referrer, referred)) return null;
  return (await isInOwnReferralLine(tx, referred.id, referrer.id)) ? null : referrer;
}

export async function isInOwnReferralLine(tx: Handle, referredId: string, referrerId: string): Promise<boolean> {
  const own = await findAccountsOfPerson(tx, referredId);
  // `union` drops duplicates, so a circle of referrals ends.
  const found = await rows(
    tx,
    sql`
      with recursive line(id) as (
        select ${userTable.id} from ${userTable} where ${userTable.id} = ${referrerId}
        union
        select ${userTable.referrerId} from ${userTable} join line on ${userTable.id} = line.id
      )
      select 1 as found from line where ${inArray(sql`line.id`, [...own])} limit 1`,
  );
  return found.length > 0;
}
