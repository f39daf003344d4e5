import { and, eq } from 'drizzle-orm';
import { deposit, depositMethod } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, lockRule } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { refuseWithoutTwo } from '~/signIns/twoAdministrators.server';
import { isOwnUpload } from '~/uploads/store.server';
import { findCoinOfMethod } from '../internal/coins';
import { refuseTooManyOpenRequests } from '../internal/openRequests.server';
import { mailDepositSubmitted } from './internal/depositMail.server';
import { chooseAmountToRequest } from './requestedAmount.server';

/** Submitted deposit, which has no journal until it is approved. */
export type SubmittedDeposit = { id: string; journalId?: undefined };

/**
 * Records a deposit submitted by a user. `coinAmount`: amount that the page showed, hundred-millionths; `proof`: the
 * user's own upload.
 */
export async function submitDeposit(
  tx: Handle,
  asker: ActingInvestor,
  submitted: { method: string; amount: bigint; proof: string | null; coinAmount?: bigint | null },
): Promise<Result<SubmittedDeposit>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const closed = await refuseWithoutTwo(tx);
  if (closed) return closed;
  const { method, amount, proof, coinAmount = null } = submitted;
  const [chosen] = await verified(
    tx,
    depositMethod,
    and(eq(depositMethod.code, method), eq(depositMethod.enabled, true)),
  );
  if (!chosen) return refuse('unknown-method', 'Choose a deposit method', 'method');
  if (amount < chosen.minimum) return refuse('too-low', 'Deposit Amount too low', 'amount');
  if (proof !== null && !(await isOwnUpload(tx, { id: proof, ownerId: user.id, purpose: 'proof' }))) {
    return refuse('no-proof', 'Upload a picture of your payment', 'proof');
  }

  const crowded = await refuseTooManyOpenRequests(
    tx,
    deposit,
    and(eq(deposit.userId, user.id), eq(deposit.status, 'pending')),
    'deposits',
  );
  if (crowded) return crowded;

  const id = newId();
  await lockRule(tx, `last digits of pending deposits: ${method}`);
  const requested = await chooseAmountToRequest(tx, { userId: user.id, method, cents: amount }, coinAmount);
  const row = {
    id,
    userId: user.id,
    method,
    amount,
    coinAmount: findCoinOfMethod(chosen) && requested,
    proofFileId: proof,
    createdAt: now(),
  };
  await tx.insert(deposit).values({ ...row, status: 'pending' });
  await record(tx, {
    thing: 'deposit',
    thingId: id,
    event: 'submit',
    to: 'pending',
    by: createInvestorActor(user.id),
    userId: user.id,
    details: { proof: proof ?? 'none' },
  });
  await mailDepositSubmitted(tx, user, { id, amount, method: chosen.name, hasProof: proof !== null });
  return done({ id });
}
