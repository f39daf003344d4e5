import { eq } from 'drizzle-orm';
import { copy as copyTable, trader } from '#drizzle/schema';
import { formatBps } from '~/ledger/money';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { chargeShare } from '../following/internal/leaderShare.server';
import { loadRunningCopy } from './internal/ownCopy.server';

/** Accepts the leader's current share; earlier gains are shared on the previous terms. */
export async function agreeShare(
  tx: Handle,
  user: ActingInvestor,
  { id, shareBps }: { id: string; shareBps: number },
): Promise<Result<{ id: string; shareBps: number; journalId?: undefined }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const found = await loadRunningCopy(tx, user.id, id);
  if (!found.ok) return found;
  const { traderId, shareBps: before } = found.value;
  const [leader] = await verified(tx, trader, eq(trader.id, traderId));
  if (!leader || leader.shareBps !== shareBps) {
    return refuse('other-terms', 'The trader’s share has changed. Nothing was done. Check it again.');
  }
  if (before === shareBps) return refuse('same-terms', 'This copy already has this share.');
  await chargeShare(tx, found.value, 'terms', now().getTime());
  await tx.update(copyTable).set({ shareBps }).where(eq(copyTable.id, id));
  const details = { from: formatBps(before), to: formatBps(shareBps) };
  const by = createInvestorActor(user.id);
  await record(tx, { thing: 'copy', thingId: id, event: 'agree-share', by, userId: user.id, details });
  return done({ id, shareBps });
}
