import { z } from 'zod';
import { COIN_FORMAT, formatAmountFault, parseAmount } from '~/platform/text/amount';
import { writeCoinAmount } from './coinAmount';

const COIN_FAULT_TEXTS = {
  enter: 'Enter the amount in digits',
  example: '1250.5',
  decimals: 'Use fewer decimals.',
};

/** Returns the schema of a coin amount in hundred-millionths. `message` is for an empty or invalid field. */
export const coinField = (message: string, min = 1n) =>
  z.string({ error: message }).transform((input, context) => {
    const amount = parseAmount(input, COIN_FORMAT);
    if (amount.ok && amount.value >= min) return amount.value;
    const fault = amount.ok
      ? 'Enter more than 0.'
      : formatAmountFault(amount.error, {
          ...COIN_FAULT_TEXTS,
          notNumber: message,
          max: writeCoinAmount(COIN_FORMAT.max),
        });
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });
