import { eq } from 'drizzle-orm';
import { copy as copyTable } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { formatDaySpread, isDaySpread } from '../daySpread';
import { recordAct } from '../following/internal/copyActs.server';
import { loadRunningCopy } from './internal/ownCopy.server';

export async function limitDaySpread(
  tx: Handle,
  user: ActingInvestor,
  { id, daySpreadBps }: { id: string; daySpreadBps: number },
): Promise<Result<{ id: string }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const found = await loadRunningCopy(tx, user.id, id);
  if (!found.ok) return found;
  const { leaderOrder, daySpreadBps: before } = found.value;
  if (leaderOrder === null) return refuse('no-orders', 'This copy gets entered results, which cost no spread.');
  if (!isDaySpread(daySpreadBps)) {
    return refuse('bad-day-spread', 'Choose the largest daily cost in spread.', 'daySpreadBps');
  }
  if (daySpreadBps === before) return done({ id });
  await tx.update(copyTable).set({ daySpreadBps }).where(eq(copyTable.id, id));
  await recordAct(tx, found.value, 'limit-day-spread', { daySpreadBefore: before });
  const details = { from: formatDaySpread(before), to: formatDaySpread(daySpreadBps) };
  const by = createInvestorActor(user.id);
  await record(tx, { thing: 'copy', thingId: id, event: 'limit-day-spread', by, userId: user.id, details });
  return done({ id });
}
