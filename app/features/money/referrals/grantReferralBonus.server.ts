import { referralBonus } from '#drizzle/schema';
import { after, DAY } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { advance, record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { readSetting } from '~/platform/installation/settings.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { decideReferralBonus } from './internal/decideReferralBonus.server';
import { notifyReferralBonusWaits } from './internal/mail.server';
import { findEligibleReferrer } from './internal/referrerOf.server';
import { computeBonus } from './rules';
import { referralBonusMachine } from './states';

const RATE_SETTING = 'referral-bonus-bps';

export const BONUS_SETTINGS = [RATE_SETTING, 'holding-days'];

/** Records that the referrer is due a bonus for a deposit. Its amount is decided after the holding period. */
export async function grantReferralBonus(
  tx: Handle,
  { depositId, referred, received, at }: { depositId: string; referred: User; received: bigint; at: Date },
): Promise<void> {
  const rateBps = await getBonusRate(tx);
  const amount = computeBonus(received, rateBps);
  if (amount === 0n) return;
  const referrer = await findEligibleReferrer(tx, referred);
  if (!referrer) return;
  const days = await readSetting(tx, 'holding-days');
  const people = { referrerId: referrer.id, referredId: referred.id };
  const dueAt = after(at, days * DAY);
  const id = newId();
  await tx
    .insert(referralBonus)
    .values({ id, depositId, ...people, amount, rateBps, status: 'due', createdAt: at, dueAt });
  await record(tx, {
    thing: referralBonusMachine.thing,
    thingId: id,
    event: 'grant',
    to: 'due',
    by: SYSTEM_ACTOR,
    userId: referrer.id,
    details: { deposit: depositId },
  });
  if (days === 0 && (await decideReferralBonus(tx, id))) return;
  const change = { id, userId: referrer.id, event: 'wait', by: SYSTEM_ACTOR } as const;
  const waits = await advance(tx, referralBonus, referralBonusMachine, change);
  if (!waits.ok) throw new Error(waits.error.message);
  await notifyReferralBonusWaits(tx, referrer, { amount, until: days === 0 ? 'documents' : dueAt });
}

export const getBonusRate = (handle: Reader): Promise<number> => readSetting(handle, RATE_SETTING);
