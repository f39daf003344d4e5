import { z } from 'zod';
import { parseUsd } from '~/ledger/money';

/** A typed amount of dollars, cents out, more than zero; `message` for what is none. */
const usd = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .transform((text, context) => {
      const cents = parseUsd(text);
      if (cents !== null && cents > 0n) return cents;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

const copyId = { id: z.uuid('There is no such copy') };

/** Starting a copy. Without an amount it is the trader's minimum capital, as the spec's call has it. */
export const startSchema = z.object({
  trader: z.uuid('Choose a trader'),
  amount: usd('Amount must be a number').optional(),
  floor: usd('The floor must be a number').optional(),
});

/** The small forms of a copy, by what their hidden `_do` says. */
export const COPY_FORMS = {
  'top-up': z.object({ ...copyId, amount: usd('Amount must be a number') }),
  reduce: z.object({ ...copyId, amount: usd('Amount must be a number') }),
  pause: z.object(copyId),
  resume: z.object(copyId),
  stop: z.object(copyId),
};

export type CopyForm = keyof typeof COPY_FORMS;
