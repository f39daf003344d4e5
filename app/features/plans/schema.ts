import { z } from 'zod';
import { parseUsd } from '~/ledger/money';
import { isWholeDollars } from './rules';

const NOT_A_NUMBER = 'Amount must be a number';

/** An amount to invest, typed as text, cents out. Whether the plan takes it is the plan's to say. */
const investmentAmount = z
  .string({ error: NOT_A_NUMBER })
  .trim()
  .transform((text, context) => {
    const cents = parseUsd(text);
    if (cents !== null && isWholeDollars(cents)) return cents;
    const message = cents === null ? NOT_A_NUMBER : 'Amount must be in whole dollars, without cents';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const investmentSchema = z.object({
  plan: z.string({ error: 'Choose a plan' }).min(1).max(40),
  amount: investmentAmount,
});
