import { eq } from 'drizzle-orm';
import { copyFlow, copy as copyTable, trader } from '#drizzle/schema';
import { refuseBeyondStake } from '~/features/copying/leaderStake/stake.server';
import { allocatedAccount, availableAccount } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { post } from '~/ledger/posting/post.server';
import { refuseNotCovered } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, formatActor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { refuseWithoutTwo } from '~/signIns/twoAdministrators.server';
import { refuseBeyondExposureLimit } from '../exposure.server';
import { computeValuation, getWithdrawalTerms, recordCashChange } from '../following/internal/copyAccount.server';
import { findWithdrawalProblem, sumPendingWithdrawals } from '../rules';
import { type Copy, getDueTime } from './internal/endCopy.server';
import { loadRunningCopy } from './internal/ownCopy.server';

type MoneyMove = { id: string; amount: bigint };

/** Outcome of a change of a copy's money. `due`: text of `utcText` with the latest time of the transfer, if it has not happened yet. */
type FlowOutcome = { id: string; journalId?: string; due?: string };

export async function topUpCopy(
  tx: Handle,
  user: ActingInvestor,
  { id, amount }: MoneyMove,
): Promise<Result<FlowOutcome>> {
  const open = await findActingUser(tx, user, { begin: 'copying' });
  if (!open.ok) return open;
  const closed = await refuseWithoutTwo(tx);
  if (closed) return closed;
  const found = await loadRunningCopy(tx, user.id, id);
  if (!found.ok) return found;
  const moved = await moveMoney(tx, user, found.value, { kind: 'top-up', amount });
  if (!moved.ok) return await refuseNotCovered(tx, user.id, amount);
  const { traderId } = found.value;
  return (await refuseBeyondExposureLimit(tx, traderId, amount)) ?? (await refuseBeyondStake(tx, traderId)) ?? moved;
}

/**
 * Withdraws from a copy, leaving the trader's minimum and the floor. In live mode the withdrawal waits up to a day
 * for earlier results.
 */
export async function reduceCopy(
  tx: Handle,
  user: ActingInvestor,
  { id, amount }: MoneyMove,
): Promise<Result<FlowOutcome>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const found = await loadRunningCopy(tx, user.id, id);
  if (!found.ok) return found;
  const [leader] = await verified(tx, trader, eq(trader.id, found.value.traderId));
  const minimum = leader?.minimumCapital ?? 0n;
  const standing = await computeValuation(tx, found.value);
  const pendingWithdrawals = sumPendingWithdrawals(await findAll(tx, copyFlow, { copyId: id }));
  const problem = findWithdrawalProblem(amount, getWithdrawalTerms(found.value, standing, pendingWithdrawals, minimum));
  if (problem) return refuse(problem.code, problem.message, 'amount');
  const dueAt = standing ? null : await getDueTime(tx, found.value, now());
  if (!dueAt) return await moveMoney(tx, user, found.value, { kind: 'take-out', amount });
  await storeFlow(tx, user, found.value, { id: newId(), kind: 'take-out', amount, dueAt, moved: null, movedAt: null });
  return done({ id, due: utcText(dueAt) });
}

async function moveMoney(
  tx: Handle,
  user: ActingInvestor,
  of: Copy,
  { kind, amount }: { kind: 'top-up' | 'take-out'; amount: bigint },
): Promise<Result<FlowOutcome>> {
  const [own, inCopy] = [availableAccount(user.id), allocatedAccount(of.id, user.id)];
  const leg = kind === 'top-up' ? { debit: own, credit: inCopy, amount } : { debit: inCopy, credit: own, amount };
  // A copy can be topped up many times, so each top-up has its own ID. The form's key prevents a repeated post.
  const id = newId();
  const head = { ref: id, actor: formatActor(createInvestorActor(user.id)), effectiveAt: now() };
  const posted = await post(tx, { kind: JOURNAL_KINDS[kind], ...head, legs: [leg] });
  if (!posted.ok) return refuse('insufficient-funds', 'Not enough money is available.', 'amount');
  const contributed = of.contributed + (kind === 'top-up' ? amount : -amount);
  await tx.update(copyTable).set({ contributed }).where(eq(copyTable.id, of.id));
  await recordCashChange(tx, of.id, kind === 'top-up' ? amount : -amount, 'investor');
  await storeFlow(tx, user, of, { id, kind, amount, dueAt: null, moved: amount, movedAt: now() });
  return done({ id: of.id, ...posted.value });
}

const JOURNAL_KINDS = { 'top-up': 'copy-topped-up', 'take-out': 'copy-reduced' } as const;
const FLOW_EVENTS = { 'top-up': 'top-up', 'take-out': 'reduce' } as const;

type StoredFlow = Omit<typeof copyFlow.$inferSelect, 'copyId' | 'userId' | 'at'>;

async function storeFlow(tx: Handle, user: ActingInvestor, of: Copy, flow: StoredFlow): Promise<void> {
  await tx.insert(copyFlow).values({ ...flow, copyId: of.id, userId: user.id, at: now() });
  const by = createInvestorActor(user.id);
  const details = { amount: formatUsd(flow.amount) };
  await record(tx, { thing: 'copy', thingId: of.id, event: FLOW_EVENTS[flow.kind], by, userId: user.id, details });
}
