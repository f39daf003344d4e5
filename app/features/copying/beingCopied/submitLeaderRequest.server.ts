import { and, desc, eq, inArray } from 'drizzle-orm';
import { copy, leaderRequest, trader } from '#drizzle/schema';
import { FUNDED_COPY_STATES } from '~/features/copying/copy/states';
import { now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance, record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { type Actor, createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { mailLeaderRequest } from './internal/mail.server';
import { loadOwnRecord } from './record.server';
import { listUnmetRequirements } from './rules';
import { leaderRequestMachine } from './states';

export async function findTraderOfUser(
  handle: Reader,
  userId: string,
): Promise<typeof trader.$inferSelect | undefined> {
  const [found] = await verified(handle, trader, eq(trader.ownerUserId, userId));
  return found;
}

export async function findLatestRequest(
  handle: Reader,
  userId: string,
): Promise<typeof leaderRequest.$inferSelect | undefined> {
  const [found] = await handle
    .select()
    .from(leaderRequest)
    .where(eq(leaderRequest.userId, userId))
    .orderBy(desc(leaderRequest.askedAt), desc(leaderRequest.id))
    .limit(1);
  return found;
}

export async function findReasonsNotCopied(handle: Reader, user: User): Promise<Refusal | null> {
  const no = (code: string, message: string): Refusal => ({ code, message });
  if (user.status !== 'open') return no('closed', 'This account is closed.');
  if (user.frozenAt) return no('frozen', 'This account is frozen, so it can’t be copied.');
  if (!user.pdtUnlocked) return no('locked', 'Live trading is locked for this account, so it can’t be copied.');
  const own = await findTraderOfUser(handle, user.id);
  if (own && own.status !== 'retired') return no('copied', 'This account can already be copied.');
  if (own) {
    const holding = and(eq(copy.traderId, own.id), inArray(copy.status, FUNDED_COPY_STATES));
    const [left] = await handle.select({ id: copy.id }).from(copy).where(holding).limit(1);
    if (left) return no('ending', 'Earlier copies are still ending. Apply again when they have ended.');
  }
  const missing = listUnmetRequirements(await loadOwnRecord(handle, user.id), now());
  return missing.length > 0 ? no('short-record', `Not yet: ${missing.join(', ')}.`) : null;
}

/**
 * Submits an investor's trader application after checks of their trading record. `minimum`: smallest amount of a copy
 * of them, cents.
 */
export async function submitLeaderRequest(
  tx: Handle,
  { id: userId }: ActingInvestor,
  { minimum }: { minimum: bigint },
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const open = await findActingUser(tx, { id: userId });
  if (!open.ok) return open;
  const user = open.value;
  const why = await findReasonsNotCopied(tx, user);
  if (why) return { ok: false, error: why };
  if ((await findLatestRequest(tx, user.id))?.status === 'waiting') {
    return refuse('waits', 'Your trader application is already waiting for management.');
  }
  const id = newId();
  const [status] = leaderRequestMachine.initial;
  await tx
    .insert(leaderRequest)
    .values({ id, userId: user.id, minimumCapital: minimum, status, askedAt: now(), decidedAt: null, reason: null });
  const happened = { event: 'ask', to: status, by: createInvestorActor(user.id), userId: user.id };
  await record(tx, { thing: leaderRequestMachine.thing, thingId: id, ...happened });
  await mailLeaderRequest(tx, user, id);
  return done({ id });
}

export async function withdrawLeaderRequest(
  tx: Handle,
  user: ActingInvestor,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const open = await findActingUser(tx, user);
  return open.ok ? await endRequest(tx, createInvestorActor(user.id), user.id) : open;
}

/**
 * Withdraws an investor's pending trader application. The caller has checked that the investor owns it or is closing
 * their account.
 */
export async function endRequest(
  tx: Handle,
  by: Actor,
  userId: string,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const latest = await findLatestRequest(tx, userId);
  if (latest?.status !== 'waiting') return refuse('none', 'You have no pending trader application.');
  const change = { id: latest.id, event: 'withdraw' as const, by, owner: userId, set: { decidedAt: now() } };
  const moved = await advance(tx, leaderRequest, leaderRequestMachine, change);
  return moved.ok ? done({ id: latest.id }) : moved;
}
