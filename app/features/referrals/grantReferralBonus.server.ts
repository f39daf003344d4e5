import { eq, sql } from 'drizzle-orm';
import { referralBonus, setting, user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, rows } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { newId } from '~/platform/ids';
import { SYSTEM } from '~/platform/states';
import { payBonus } from './payBonus.server';
import { bonusOn, sameMailbox } from './rules';

type User = typeof userTable.$inferSelect;

/**
 * Gives the referrer of somebody whose deposit was approved their bonus, in the same transaction: from the free reserve at
 * once or, when that is short, later. The deposit never waits for it.
 * @param received what arrived, cents
 */
export async function grantReferralBonus(
  tx: Handle,
  { depositId, referred, received }: { depositId: string; referred: User; received: bigint },
): Promise<void> {
  const referrer = await referrerOf(tx, referred);
  if (!referrer) return;
  const amount = bonusOn(received, await bonusRate(tx));
  if (amount === 0n) return;
  const people = { referrerId: referrer.id, referredId: referred.id };
  const row = { id: newId(), depositId, ...people, amount, status: 'due', createdAt: now() } as const;
  await tx.insert(referralBonus).values(row);
  await record(tx, {
    thing: 'referral bonus',
    thingId: row.id,
    event: 'grant',
    to: 'due',
    by: SYSTEM,
    userId: referrer.id,
    details: { deposit: depositId },
  });
  await payBonus(tx, row, referrer);
}

/** Who gets a bonus for somebody: an open account that is not, by another name or round a circle, their own. */
async function referrerOf(tx: Handle, referred: User): Promise<User | null> {
  if (!referred.referrerId || referred.referrerId === referred.id) return null;
  const [referrer] = await tx.select().from(userTable).where(eq(userTable.id, referred.referrerId));
  if (referrer?.status !== 'open' || sameMailbox(referrer.email, referred.email)) return null;
  return (await stemsFrom(tx, referrer.id, referred.id)) ? null : referrer;
}

/** Was somebody, directly or through others, referred by `ancestor`? `union` forgets repeats, so a circle ends. */
async function stemsFrom(tx: Handle, id: string, ancestor: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`
      with recursive line(id) as (
        select ${userTable.referrerId} from ${userTable} where ${userTable.id} = ${id}
        union
        select ${userTable.referrerId} from ${userTable} join line on ${userTable.id} = line.id
      )
      select 1 as found from line where line.id = ${ancestor}`,
  );
  return found.length > 0;
}

/** The operator's rate, basis points; none set is none given. */
export async function bonusRate(tx: Handle): Promise<number> {
  const [rate] = await tx.select().from(setting).where(eq(setting.key, 'referral-bonus-bps'));
  return rate?.value ?? 0;
}
