import { eq } from 'drizzle-orm';
import { copy as copyTable, trader, user as userTable } from '#drizzle/schema';
import { allocated, available } from '~/ledger/chart';
import { mustPost } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events.server';
import { shownFullName } from '~/platform/plainName';
import { done, type Result } from '~/platform/result';
import { type Actor, actorText } from '~/platform/states';
import { tellCopyStopped } from './mail.server';
import { equityOf } from './rules';
import { copyMachine } from './states';

export type Copy = typeof copyTable.$inferSelect;
export type Ended = { id: string; journalId?: string };

/**
 * Ends a copy as it stands: its cash becomes available, and its owner hears why, by mail too. What the leader did before
 * must have reached it already.
 * @param reason as the owner reads it, a sentence without a full stop
 */
export async function endCopy(tx: Handle, by: Actor, ending: Copy, reason: string): Promise<Result<Ended>> {
  const { id, userId, result } = ending;
  const returned = equityOf(ending);
  // All of it is taken out: what was put in and the result add up to nothing now, like its ledger account.
  const set = { stoppedAt: now(), stopReason: reason, contributed: -result };
  const moved = await advance(tx, copyTable, copyMachine, { id, event: 'stop', by, reason, set });
  if (!moved.ok) return moved;
  const ended: Ended = { id };
  if (returned > 0n) {
    const legs = [{ debit: allocated(id, userId), credit: available(userId), amount: returned }];
    const head = { kind: 'copy-stopped', ref: id, actor: actorText(by), reason, effectiveAt: now() } as const;
    ended.journalId = (await mustPost(tx, { ...head, legs })).journalId;
  }
  await tell(tx, ending, reason, returned);
  return done(ended);
}

async function tell(tx: Handle, { id, userId, traderId, result }: Copy, reason: string, returned: bigint) {
  const [owner] = await tx.select().from(userTable).where(eq(userTable.id, userId));
  const [leader] = await tx.select().from(trader).where(eq(trader.id, traderId));
  if (!owner || !leader) throw new Error(`Copy ${id} has no owner or no trader`);
  await tellCopyStopped(tx, owner, { id, trader: shownFullName(leader), reason, returned, result });
}
