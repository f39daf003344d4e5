import { eq } from 'drizzle-orm';
import { copyFlow, copy as copyTable, trader } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { catchUpCopy } from '../../following/closedResults.server';
import { hasPositions } from '../../following/internal/copyAccount.server';
import { isWaitOver } from '../../rules';
import { type Copy, continueStopping, finishStop, payCopyWithdrawal } from './endCopy.server';

/** Pays out a copy that is stopping once its wait is over; does nothing to other copies. */
export async function releaseCopy(tx: Handle, id: string): Promise<void> {
  const current = await catchUpCopy(tx, id);
  const { stoppedAt: at, dueAt } = current;
  if (current.status !== 'stopping' || !(await isCopyWaitOver(tx, current, { at, dueAt }))) return;
  if (hasPositions(current)) return await continueStopping(tx, current);
  const ended = await finishStop(tx, current);
  if (!ended.ok) throw new Error(`Copy ${id} could not finish its stop: ${ended.error.message}`);
}

/** Pays a pending withdrawal from a running copy once its wait is over; does nothing if it was paid already. */
export async function releaseWithdrawal(tx: Handle, id: string): Promise<void> {
  const flow = async () => (await tx.select().from(copyFlow).where(eq(copyFlow.id, id)))[0];
  const found = await flow();
  if (!found) throw new Error(`There is no take-out ${id}`);
  await catchUpCopy(tx, found.copyId);
  // Advancing the copy may have ended it, which pays its withdrawals too.
  const [current] = await verified(tx, copyTable, eq(copyTable.id, found.copyId));
  const still = await flow();
  if (current && still?.movedAt === null && (await isCopyWaitOver(tx, current, still)))
    await payCopyWithdrawal(tx, current, still);
}

async function isCopyWaitOver(
  tx: Handle,
  { traderId }: Copy,
  wait: { at: Date | null; dueAt: Date | null },
): Promise<boolean> {
  const [leader] = await tx.select({ until: trader.logCompleteUntil }).from(trader).where(eq(trader.id, traderId));
  return isWaitOver(wait, { complete: leader?.until ?? null, time: now() });
}
