import { and, eq, gt } from 'drizzle-orm';
import { copy as copyTable, mirror, type SHARE_CAUSES, leaderShare as shareTable, trader } from '#drizzle/schema';
import { getPricesFor } from '~/features/copying/quotes/prices.server';
import { allocatedAccount, availableAccount, fees } from '~/ledger/chartOfAccounts';
import { formatBps, formatUsd, smaller } from '~/ledger/money';
import { mustPost } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { notify } from '~/platform/events/index.server';
import { formatFullName } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import type { Account } from '~/trading/accounts/account';
import { findSavedAccount, saveAccount } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { withMoneyAt } from '~/trading/accounts/later';
import { calculateEquity, type MidPriceOf } from '~/trading/accounts/margin';
import { calculateLeaderShare, getMonthEndingAt, type LeaderShare } from '~/trading/copying/terms';
import { placeTransfer } from '~/trading/orders/place';
import { WHOLE_BPS } from '../../schema';

type Copy = typeof copyTable.$inferSelect;

export type Cause = (typeof SHARE_CAUSES)[number];

/** Returns the leader's share of a copy (cents) at some prices, and the high-water mark after charging the share. */
export function computeLeaderShare({ shareBps, highWaterMark }: Copy, account: Account, mids: MidPriceOf): LeaderShare {
  // Deposits and withdrawals also move the high-water mark, so both sides of the comparison include all money.
  const whole = withMoneyAt(account);
  return calculateLeaderShare(whole.balance.cash, calculateEquity(whole, mids), highWaterMark ?? 0n, [
    BigInt(shareBps),
    BigInt(WHOLE_BPS),
  ]);
}

/** Charges the leader's share of a copy's gain above its high-water mark, once per period. @returns the changed copy */
export async function chargeShare(tx: Handle, copy: Copy, cause: Cause, instant: number): Promise<Copy> {
  const saved = copy.highWaterMark === null ? null : await findSavedAccount(tx, copy.id);
  if (!saved || copy.highWaterMark === null) return copy;
  const at = Math.max(instant, saved.until);
  const prices = await getPricesFor(saved);
  const mids = midsAt(prices, at);
  const { paid, mark } = computeLeaderShare(copy, saved.account, mids);
  const after = { ...copy, result: copy.result - paid, highWaterMark: mark };
  // The copy is checked again at the next full minute, as after every change of its cash.
  const set = { result: after.result, highWaterMark: mark, lookedFrom: null };
  if (mark !== copy.highWaterMark) await tx.update(copyTable).set(set).where(eq(copyTable.id, copy.id));
  if (paid === 0n) return after;

  const share = { cents: -paid, by: 'operator', at: instant, until: saved.until } as const;
  const { account, order } = placeTransfer(saved.account, prices, share);
  await saveAccount(tx, copy.id, { ...saved, account }, [order]);
  await payLeader(tx, copy, { paid, cause, at: instant, base: mark + paid });
  return after;
}

type Charge = { paid: bigint; cause: Cause; at: number; base: bigint };

/** Posts a share and notifies the copy's owner. A second share for the same period fails the transaction. */
async function payLeader(tx: Handle, copy: Copy, { paid: amount, cause, at, base }: Charge): Promise<void> {
  const { id: copyId, userId, traderId, shareBps, highWaterMark } = copy;
  const [leader] = await verified(tx, trader, eq(trader.id, traderId));
  if (!leader) throw new Error(`Copy ${copyId} has no trader`);
  const leaderUserId = leader.ownerUserId;
  const period = cause === 'month' ? getMonthEndingAt(at) : `${cause}-${at}`;
  await tx.insert(shareTable).values({
    id: newId(),
    copyId,
    userId,
    traderId,
    leaderUserId,
    cause,
    period,
    shareBps,
    base,
    markBefore: highWaterMark ?? 0n,
    amount,
    at: new Date(at),
  });
  const legs = [{ debit: allocatedAccount(copyId, userId), credit: fees, amount }];
  if (leaderUserId) legs.push({ debit: fees, credit: availableAccount(leaderUserId), amount });
  const head = { kind: 'leader-share', ref: `${copyId}:${period}`, actor: 'system', effectiveAt: now() } as const;
  await mustPost(tx, { ...head, legs });
  const text = `${formatUsd(amount)}, ${formatBps(shareBps)} of what your copy of ${formatFullName(leader)} gained, went to the trader.`;
  await notify(tx, { userId, text, href: `/usercopytrade/${copyId}` });
}

/** Returns the losses of a user's earlier copies of a trader, in cents. A new copy has to recover them before its leader gets a share. */
export async function carryLossesForward(tx: Handle, { userId, traderId }: Copy): Promise<bigint> {
  const ended = and(
    eq(copyTable.userId, userId),
    eq(copyTable.traderId, traderId),
    eq(copyTable.status, 'stopped'),
    gt(copyTable.highWaterMark, 0n),
  );
  const rows = await tx.select({ id: copyTable.id, lost: copyTable.highWaterMark }).from(copyTable).where(ended);
  let handedOn = 0n;
  for (const { id, lost } of rows) {
    const retained = smaller(lost ?? 0n, await sumWaitingIn(tx, id));
    await tx.update(copyTable).set({ highWaterMark: retained }).where(eq(copyTable.id, id));
    handedOn += (lost ?? 0n) - retained;
  }
  return handedOn;
}

async function sumWaitingIn(tx: Handle, copyId: string): Promise<bigint> {
  const entered = await tx
    .select({ amount: mirror.amount })
    .from(mirror)
    .where(and(eq(mirror.copyId, copyId), eq(mirror.status, 'waiting')));
  const account = await findSavedAccount(tx, copyId);
  return entered.reduce((sum, { amount }) => sum + amount, account?.account.balance.waiting ?? 0n);
}
