import { and, eq } from 'drizzle-orm';
import { journal, withdrawal } from '#drizzle/schema';
import { available, bookLineTitle, custody, fees, held, payouts } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { resolveHold } from '~/ledger/posting/holds.server';
import { type Leg, type PostedJournal, post } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, actorText, type InvestorActor } from '~/platform/states';
import { actingUser, refuseUnlessMay } from '~/signIns/acting.server';
import { userById } from '~/signIns/userById.server';
import { claimReference } from '../internal/claimReference.server';
import { withdrawalMachine } from '../states';
import { tellWithdrawalNews } from './internal/withdrawalMail.server';
import { mayLeave } from './waiting.server';

type Withdrawal = typeof withdrawal.$inferSelect;

/** The user takes their own request back: what was held can be spent again. */
export async function cancelWithdrawal(tx: Handle, by: InvestorActor, id: string): Promise<Result<PostedJournal>> {
  const open = await actingUser(tx, by, { beUnverified: true });
  if (!open.ok) return open;
  const owner = by.id;
  const set = { endedAt: now() };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'cancel', by, owner, set });
  return moved.ok ? release(tx, by, moved.value, 'withdrawal-cancelled') : moved;
}

/** An administrator refuses, with the reason that the user will read. */
export async function rejectWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reason: string,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const set = { reason, endedAt: now() };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  const { amount } = moved.value;
  await tell(tx, moved.value, 'rejected', 'Withdrawal rejected', [
    `your withdrawal of ${formatUsd(amount)} was rejected: ${reason}`,
    'The amount is back in your available balance.',
  ]);
  return await release(tx, by, moved.value, 'withdrawal-rejected', reason);
}

/** An administrator agrees: the money is no longer the user's to spend, and is owed as a payout until it is paid. */
export async function approveWithdrawal(tx: Handle, by: Actor, id: string): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const moved = await advance(tx, withdrawal, withdrawalMachine, {
    id,
    event: 'approve',
    by,
    set: { approvedAt: now() },
  });
  if (!moved.ok) return moved;
  const free = await mayLeave(tx, moved.value);
  if (!free.ok) return free;
  const { userId, amount, fee, holdId } = moved.value;
  const legs: Leg[] = [{ debit: held(userId), credit: payouts, amount: amount - fee }];
  if (fee > 0n) legs.push({ debit: held(userId), credit: fees, amount: fee });
  await tell(tx, moved.value, 'approved', 'Withdrawal approved', [
    `your withdrawal of ${formatUsd(amount)} was approved. You will be told when it is paid.`,
  ]);
  return posted(
    await resolveHold(tx, head(by, moved.value, 'withdrawal-approved'), { holdId, outcome: 'settled', legs }),
  );
}

/** The people whose approval a withdrawal has, as `actorText` names them: who asked for it or gave it, and who agreed. */
async function approversOf(tx: Handle, id: string): Promise<string[]> {
  const approved = and(eq(journal.kind, 'withdrawal-approved'), eq(journal.businessRef, id));
  const [found] = await tx.select({ by: journal.actor, second: journal.approver }).from(journal).where(approved);
  return found ? [found.by, found.second ?? found.by] : [];
}

/**
 * An administrator has paid it: the money leaves custody. In live mode an administrator who has approved it never pays it.
 * @param reference where the payment can be found, a transaction id
 */
export async function payWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reference: string,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  if (!isPaper() && (await approversOf(tx, id)).includes(actorText(by))) {
    return refuse(
      'own-approval',
      'You approved this withdrawal, so another administrator pays it: one who neither asked for its approval nor gave it.',
    );
  }
  const time = now();
  const set = { reference, paidAt: time, endedAt: time };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'pay', by, set, details: { reference } });
  if (!moved.ok) return moved;
  const free = await mayLeave(tx, moved.value);
  if (!free.ok) return free;
  const claimed = await claimReference(tx, id, reference);
  if (!claimed.ok) return claimed;
  const { amount, fee, method } = moved.value;
  await tell(tx, moved.value, 'paid', 'Withdrawal paid', [
    `your withdrawal of ${formatUsd(amount - fee)} was paid.`,
    `Reference: ${reference}`,
  ]);
  const legs = [{ debit: payouts, credit: custody(method), amount: amount - fee }];
  return posted(await post(tx, { ...head(by, moved.value, 'withdrawal-paid'), legs }));
}

/** Both at once, for an administrator of paper mode who has paid a request that was not approved yet. */
export async function approveAndPayWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reference: string,
): Promise<Result<PostedJournal>> {
  if (!isPaper()) {
    return refuse('live-mode', 'In live mode one administrator approves a withdrawal, and another one pays it.');
  }
  const approved = await approveWithdrawal(tx, by, id);
  return approved.ok ? await payWithdrawal(tx, by, id, reference) : approved;
}

/** The payment could not be made, or came back: what would have arrived is the user's to spend again. */
export async function bounceWithdrawal(
  tx: Handle,
  by: Actor,
  id: string,
  reason: string,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const set = { reason, endedAt: now() };
  const moved = await advance(tx, withdrawal, withdrawalMachine, { id, event: 'bounce', by, reason, set });
  if (!moved.ok) return moved;
  const { userId, amount, fee, method, paidAt } = moved.value;
  await tell(tx, moved.value, 'bounced', 'Withdrawal payment returned', [
    `the payment of your withdrawal of ${formatUsd(amount - fee)} was returned: ${reason}`,
    'The amount is in your available balance.',
  ]);
  const from = paidAt ? custody(method) : payouts;
  const legs = [{ debit: from, credit: available(userId), amount: amount - fee }];
  return posted(await post(tx, { ...head(by, moved.value, 'withdrawal-bounced', reason), legs }));
}

type Kind = `withdrawal-${'cancelled' | 'rejected' | 'approved' | 'paid' | 'bounced'}`;

const head = (by: Actor, { id }: Withdrawal, kind: Kind, reason?: string) => ({
  kind,
  ref: id,
  actor: actorText(by),
  approver: by.approver,
  reason,
  effectiveAt: now(),
});

async function release(
  tx: Handle,
  by: Actor,
  row: Withdrawal,
  kind: Kind,
  reason?: string,
): Promise<Result<PostedJournal>> {
  const { userId, amount, holdId } = row;
  const legs = [{ debit: held(userId), credit: available(userId), amount }];
  return posted(await resolveHold(tx, head(by, row, kind, reason), { holdId, outcome: 'released', legs }));
}

/** In live mode custody has a floor: what was never received can't be paid out. */
function posted(result: Awaited<ReturnType<typeof post>>): Result<PostedJournal> {
  if (result.ok) return done(result.value);
  if (result.error.code === 'already-posted') throw new Error('A state that changed once was posted twice');
  return refuse('short-custody', `${bookLineTitle(result.error.account)}: too little for this. Nothing was changed.`);
}

async function tell(
  tx: Handle,
  { id, userId, amount }: Withdrawal,
  event: 'approved' | 'paid' | 'rejected' | 'bounced',
  subject: string,
  paragraphs: [string, ...string[]],
): Promise<void> {
  const owner = await userById(tx, userId);
  if (!owner) throw new Error(`Withdrawal ${id} has no owner`);
  await tellWithdrawalNews(tx, owner, { id, event, subject, amount, paragraphs });
}
