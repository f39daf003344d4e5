import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { walletField } from '~/platform/fields/line';
import { uploadedFileField } from '~/platform/fields/uploadedFile';
import type { Result } from '~/platform/result';

/** Amount in dollars. The use case checks the method's minimum. */
export const withdrawalAmount = usdField('Amount must be a number', { min: 0n });
export const depositAmount = usdField('Amount must be a number', { min: 0n });

const NO_PROOF = 'Upload a picture of your payment';

/** Form of a deposit. `_later`: the proof follows later. `_asked`: the signed coin amount that the page showed. */
export const depositSchema = z
  .object({
    method: z.string({ error: 'Choose a deposit method' }).min(1).max(20),
    amount: depositAmount,
    proof: uploadedFileField(NO_PROOF).optional(),
    _later: z.literal('1').optional(),
    _asked: z.string().max(300).optional(),
  })
  .refine(({ proof, _later }) => proof !== undefined || _later !== undefined, { error: NO_PROOF, path: ['proof'] })
  .transform(({ method, amount, proof, _asked }) => ({
    method,
    amount,
    proof: proof ?? null,
    signedCoinAmount: _asked,
  }));

export const proofSchema = z
  .object({
    id: z.uuid('This is not yours'),
    proof: uploadedFileField(NO_PROOF).optional(),
    /** The use case parses it in the form of the method's network. */
    transactionId: z.string().trim().max(200, 'This is too long for a transaction ID').optional(),
  })
  .refine(({ proof, transactionId }) => proof !== undefined || transactionId !== undefined, {
    error: 'Upload a picture of your payment, or enter its transaction ID',
    path: ['proof'],
  });

export const REFUSED_SUBJECT = 'Withdrawal not made';

export const withdrawalSchema = z
  .object({
    method: z.string({ error: 'Choose a withdrawal method' }).min(1).max(20),
    WithdrawAmount: withdrawalAmount,
    wallet: walletField(),
    _charge: usdField('Amount must be a number', { min: 0n }).optional(),
  })
  .transform(({ WithdrawAmount, _charge, ...rest }) => ({ ...rest, amount: WithdrawAmount, charge: _charge }));

/** Moves refusals of a withdrawal to the field `WithdrawAmount`, its name in forms and calls. */
export const moveToWithdrawAmount = <T>(answer: Result<T>): Result<T> =>
  !answer.ok && answer.error.field === 'amount'
    ? { ok: false, error: { ...answer.error, field: 'WithdrawAmount' } }
    : answer;

export const cancelSchema = z.object({ id: z.uuid('This is not yours') });
