import { z } from 'zod';
import { usdField } from '~/ledger/usdField';

export const INVESTMENT_TERMS = { min: 0n, wholeOnly: 'Amount must be in whole dollars, without cents' };

export const investmentAmount = usdField('Amount must be a number', INVESTMENT_TERMS);

/** Form of a purchase. `terms` holds the terms that the page showed (`getOfferKey`), because a plan is never sold on other terms. */
export const investmentSchema = z
  .object({
    plan: z.string({ error: 'Choose a plan' }).min(1).max(40),
    amount: investmentAmount,
    _terms: z.string().optional(),
  })
  .transform(({ _terms, ...rest }) => ({ ...rest, terms: _terms }));
