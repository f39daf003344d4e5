import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { copy, stakeShortage, trader } from '#drizzle/schema';
import { calculateShare, formatBps, formatUsd } from '~/ledger/money';
import { after, DAY, now } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { notify } from '~/platform/events/index.server';
import { COPIES_PER_BATCH } from '../../internal/batchSizes';
import { notifyNoStake } from '../../internal/mail.server';
import { loadCopyPeople } from '../../internal/people.server';
import { RUNNING_COPY_STATES } from '../../states';

type Shortage = typeof stakeShortage.$inferSelect;

/** Notifies owners that their leader's stake is too small, at most once a day per leader. @returns whether more may be left */
export async function notifyShortages(): Promise<boolean> {
  const [next] = await read()
    .select({ id: stakeShortage.id })
    .from(stakeShortage)
    .where(isNull(stakeShortage.toldAt))
    .orderBy(asc(stakeShortage.id))
    .limit(1);
  if (next) await write((tx) => notifyBatch(tx, next.id));
  return next !== undefined;
}

async function notifyBatch(tx: Handle, id: string): Promise<void> {
  const [shortage] = await tx.select().from(stakeShortage).where(eq(stakeShortage.id, id));
  // Another process has sent this notification meanwhile.
  if (!shortage || shortage.toldAt) return;
  const some = (await isNotified(tx, shortage)) ? [] : await findNextCopies(tx, shortage);
  if (shortage.toldUpTo === null && some.length > 0) await notifyLeader(tx, shortage);
  for (const each of some) {
    await notifyNoStake(tx, await loadCopyPeople(tx, each), {
      ref: each.id,
      shortage: id,
      part: formatBps(shortage.stakeBps),
    });
  }
  const last = some.at(-1);
  const set = last ? { toldUpTo: last.id } : { toldAt: now() };
  await tx.update(stakeShortage).set(set).where(eq(stakeShortage.id, id));
}

/** Notifies the copied investor of the missing stake. A trader who trades by signals has no user account. */
async function notifyLeader(tx: Handle, { traderId, held, equity, stakeBps }: Shortage): Promise<void> {
  const [leader] = await tx.select({ userId: trader.ownerUserId }).from(trader).where(eq(trader.id, traderId));
  if (!leader?.userId) return;
  const missing = calculateShare(held, stakeBps) - equity;
  const text = `Copies of you open no new positions: your own trading was worth ${formatUsd(missing)} less than ${formatBps(stakeBps)} of what they hold.`;
  await notify(tx, { userId: leader.userId, text, href: '/live-trading#copied' });
}

async function isNotified(tx: Handle, { id, traderId, toldUpTo }: Shortage): Promise<boolean> {
  if (toldUpTo !== null) return false;
  const earlier = await tx
    .select({ id: stakeShortage.id })
    .from(stakeShortage)
    .where(and(eq(stakeShortage.traderId, traderId), gt(stakeShortage.toldAt, after(now(), -DAY))))
    .limit(1);
  return earlier.some((each) => each.id !== id);
}

const findNextCopies = (tx: Handle, { traderId, toldUpTo }: Shortage) =>
  tx
    .select()
    .from(copy)
    .where(
      and(
        eq(copy.traderId, traderId),
        inArray(copy.status, RUNNING_COPY_STATES),
        isNotNull(copy.leaderOrder),
        gt(copy.id, toldUpTo ?? ''),
      ),
    )
    .orderBy(asc(copy.id))
    .limit(COPIES_PER_BATCH);
