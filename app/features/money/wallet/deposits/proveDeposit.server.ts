import { and, eq } from 'drizzle-orm';
import { deposit, depositMethod } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { isOwnUpload } from '~/uploads/store.server';
import { findMethodOf, readPaymentId } from '../internal/payments.server';
import { depositMachine } from '../states';
import { mailDepositProved } from './internal/depositMail.server';
import type { SubmittedDeposit } from './submitDeposit.server';

/** Adds the missing proof of a submitted deposit. A proof that exists already can't be replaced. */
export async function proveDeposit(
  tx: Handle,
  asker: ActingInvestor,
  { id, proof, transactionId: named }: { id: string; proof?: string; transactionId?: string },
): Promise<Result<SubmittedDeposit>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  if (proof !== undefined && !(await isOwnUpload(tx, { id: proof, ownerId: user.id, purpose: 'proof' }))) {
    return refuse('no-proof', 'Upload a picture of your payment', 'proof');
  }
  const [found] = await verified(tx, deposit, and(eq(deposit.id, id), eq(deposit.userId, user.id)));
  if (proof !== undefined && found?.proofFileId) {
    return refuse('proved', 'This deposit already has a picture. Nothing was changed.', 'proof');
  }
  if (named !== undefined && found?.transactionId) {
    return refuse('proved', 'This deposit already has a transaction ID. Nothing was changed.', 'transactionId');
  }
  const { network } = await findMethodOf(tx, depositMethod, found?.method ?? '');
  const provided =
    named === undefined ? null : readPaymentId(named, network, { field: 'transactionId', by: 'investor' });
  if (provided && !provided.ok) return provided;
  const transactionId = provided?.value;
  const moved = await advance(tx, deposit, depositMachine, {
    id,
    event: 'prove',
    by: createInvestorActor(user.id),
    owner: user.id,
    set: { ...(proof && { proofFileId: proof }), ...(transactionId && { transactionId }) },
    details: { ...(proof && { proof }), ...(transactionId && { transactionId }) },
  });
  if (!moved.ok) return moved;
  const kinds = [...(proof ? ['a picture'] : []), ...(transactionId ? ['a transaction ID'] : [])];
  await mailDepositProved(tx, user, { ...moved.value, kinds });
  return done({ id });
}
