import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import type { RiskRating } from './rating';

/** Subject of events that the download of an investor's data omits. */
export const RISK_RATING_ENTITY = 'risk rating';

/** Rates an investor's risk without notifying them, since a suspect must not learn of it. */
export async function rateRisk(
  tx: Handle,
  by: Actor,
  { userId, rating, reason }: { userId: string; rating: RiskRating; reason: string },
): Promise<Result<{ userId: string; journalId?: undefined }>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const user = await findVerifiedUser(tx, userId);
  if (!user) return refuse('not-found', 'There is no such account.');
  await tx.update(userTable).set({ riskRating: rating, riskReason: reason }).where(eq(userTable.id, userId));
  const states = { from: user.riskRating, to: rating };
  await record(tx, { thing: RISK_RATING_ENTITY, thingId: userId, event: 'rate', ...states, by, userId, reason });
  return done({ userId });
}

export const hasHighRiskRating = async (tx: Handle, userId: string): Promise<boolean> =>
  (await findVerifiedUser(tx, userId))?.riskRating === 'high';
