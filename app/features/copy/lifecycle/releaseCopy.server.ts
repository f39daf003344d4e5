import { eq } from 'drizzle-orm';
import { copyFlow, copy as copyTable } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { hasPositions } from '../following/positions.server';
import { catchUp } from '../typedResults/mirrorTrade.server';
import { finishStop, goOnStopping, payTakeOut } from './endCopy.server';

/** Ends the wait of a copy that is stopping; nothing happens to any other. The caller knows that it is time. */
export async function releaseCopy(tx: Handle, id: string): Promise<void> {
  const current = await catchUp(tx, id);
  if (current.status !== 'stopping') return;
  if (hasPositions(current)) return await goOnStopping(tx, current);
  const ended = await finishStop(tx, current);
  if (!ended.ok) throw new Error(`Copy ${id} could not finish its stop: ${ended.error.message}`);
}

/** Ends the wait of money that is to leave a running copy; nothing happens where it left already. */
export async function releaseTakeOut(tx: Handle, id: string): Promise<void> {
  const flow = async () => (await tx.select().from(copyFlow).where(eq(copyFlow.id, id)))[0];
  const found = await flow();
  if (!found) throw new Error(`There is no take-out ${id}`);
  await catchUp(tx, found.copyId);
  // What was caught up with may have ended the copy, and its take-outs with it.
  const [current] = await tx.select().from(copyTable).where(eq(copyTable.id, found.copyId));
  const still = await flow();
  if (current && still?.movedAt === null) await payTakeOut(tx, current, still);
}
