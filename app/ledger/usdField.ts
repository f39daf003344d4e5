import { z } from 'zod';
import { parseUsd } from './money';

/**
 * A form's amount of dollars: typed text in, cents out; `message` for whatever is no such amount, and for less than `least`
 * cents: where nothing at all has words of its own, that is 0.
 */
export const usdField = (message: string, least = 1n) =>
  z
    .string({ error: message })
    .trim()
    .transform((text, context) => {
      const cents = parseUsd(text);
      if (cents !== null && cents >= least) return cents;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
