import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { uploadedFile } from '~/platform/fields/uploadedFile';
import type { Result } from '~/platform/result';

export const withdrawalAmount = usdField('Amount must be a number');
export const depositAmount = usdField('only numbers are accepted');

export const depositSchema = z.object({
  method: z.string({ error: 'Choose a deposit method' }).min(1).max(20),
  amount: depositAmount,
  proof: uploadedFile('Upload a picture of your payment'),
});

export const walletLine = z
  .string({ error: 'Enter the wallet address that the money goes to' })
  .trim()
  .min(1, 'Enter the wallet address that the money goes to')
  .max(200, 'That is longer than a wallet address is');

/** The form of a withdrawal; `charge` is the one that its page has shown. */
export const withdrawalSchema = z
  .object({
    method: z.string({ error: 'Choose a withdrawal method' }).min(1).max(20),
    WithdrawAmount: withdrawalAmount,
    wallet: walletLine,
    _charge: usdField('Amount must be a number', 0n).optional(),
  })
  .transform(({ WithdrawAmount, _charge, ...rest }) => ({ ...rest, amount: WithdrawAmount, charge: _charge }));

/** The answer to a withdrawal, its refusals beside the field `WithdrawAmount` that forms and calls send. */
export const besideWithdrawAmount = <T>(answer: Result<T>): Result<T> =>
  !answer.ok && answer.error.field === 'amount'
    ? { ok: false, error: { ...answer.error, field: 'WithdrawAmount' } }
    : answer;

/** A form that names one thing by its id. */
export const cancelSchema = z.object({ id: z.uuid('This is not one of yours') });
