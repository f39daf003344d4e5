import { eq } from 'drizzle-orm';
import { copy as copyTable, trader } from '#drizzle/schema';
import { allocated, available, type JournalKind } from '~/ledger/chart';
import { formatUsd } from '~/ledger/money';
import { type Leg, type Posted, post } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { User } from '~/platform/session.server';
import { actorText, byInvestor } from '~/platform/states';
import type { Copy } from './endCopy.server';
import { caughtUpCopy } from './ownCopy.server';
import { equityOf } from './rules';
import { HOLDING } from './states';

type Asked = { id: string; amount: bigint };

/** Puts more of the user's available balance into a copy: from the next result on it counts. */
export async function topUpCopy(tx: Handle, user: User, { id, amount }: Asked): Promise<Result<Posted>> {
  const found = await liveCopy(tx, user, id);
  if (!found.ok) return found;
  const leg = { debit: available(user.id), credit: allocated(id, user.id), amount };
  const posted = await move(tx, user, found.value, { kind: 'copy-topped-up', event: 'top-up', leg, change: amount });
  if (posted.ok) return posted;
  return refuse('insufficient-funds', `Your available balance does not cover ${formatUsd(amount)}.`, 'amount');
}

/** Takes some of a copy back. At least the trader's minimum capital, and more than the floor, stays in it. */
export async function reduceCopy(tx: Handle, user: User, { id, amount }: Asked): Promise<Result<Posted>> {
  const found = await liveCopy(tx, user, id);
  if (!found.ok) return found;
  const [leader] = await tx.select().from(trader).where(eq(trader.id, found.value.traderId));
  const least = leader?.minimumCapital ?? 0n;
  const rest = equityOf(found.value) - amount;
  if (rest < least) {
    return refuse(
      'too-much',
      `At least ${formatUsd(least)} stays in a copy of this trader. To take out everything, stop the copy.`,
      'amount',
    );
  }
  if (rest <= (found.value.floor ?? 0n)) {
    return refuse('at-floor', 'That would leave no more than the floor you set, where the copy stops.', 'amount');
  }
  const leg = { debit: allocated(id, user.id), credit: available(user.id), amount };
  return await move(tx, user, found.value, { kind: 'copy-reduced', event: 'reduce', leg, change: -amount });
}

async function liveCopy(tx: Handle, user: User, id: string): Promise<Result<Copy>> {
  const found = await caughtUpCopy(tx, user.id, id);
  if (!found.ok || HOLDING.includes(found.value.status)) return found;
  return refuse('wrong-state', 'This copy is stopped already, so nothing was changed.');
}

type Move = { kind: JournalKind; event: string; leg: Leg; change: bigint };

async function move(tx: Handle, user: User, of: Copy, { kind, event, leg, change }: Move): Promise<Result<Posted>> {
  const by = byInvestor(user.id);
  // A copy is topped up many times, so the effect has an id of its own; the form's key keeps it from being sent twice.
  const head = { kind, ref: newId(), actor: actorText(by), effectiveAt: now() };
  const posted = await post(tx, { ...head, legs: [leg] });
  if (!posted.ok) return refuse('insufficient-funds', 'There is not enough for that.', 'amount');
  await tx
    .update(copyTable)
    .set({ contributed: of.contributed + change })
    .where(eq(copyTable.id, of.id));
  const details = { amount: String(leg.amount) };
  await record(tx, { thing: 'copy', thingId: of.id, event, by, userId: user.id, details });
  return done(posted.value);
}
