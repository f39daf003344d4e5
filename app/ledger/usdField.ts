import { z } from 'zod';
import { formatUsd, MOST, parseUsd } from './money';

/**
 * A form's amount of dollars: typed text in, cents out; `message` for whatever is no such amount, and for less than `least`
 * cents: where nothing at all has words of its own, that is 0. A second sentence says what to type instead.
 */
export const usdField = (message: string, least = 1n) =>
  z
    .string({ error: message })
    .trim()
    .transform((text, context) => {
      const cents = parseUsd(text);
      if (cents !== null && cents >= least) return cents;
      const help = amountHelp(text, least);
      context.addIssue({ code: 'custom', message: help ? `${message}. ${help}` : message });
      return z.NEVER;
    });

const SIGN = /[+\-\u2212\u2013]\s*/;

/** What to type in place of a text that is no amount, or less than `least` cents; null where nothing was typed. */
function amountHelp(text: string, least: bigint): string | null {
  if (text === '') return null;
  const cents = parseUsd(text);
  if (cents !== null) return `Enter at least ${formatUsd(least)}.`;
  if (parseUsd(text.replace(SIGN, '')) !== null) return 'Leave out the sign.';
  const digits = text.replaceAll(/[,\s$]/g, '');
  if (/^\d+\.\d{3,}$/.test(digits)) return 'Use two decimals at most, as in 12.34.';
  const [whole = ''] = digits.split('.');
  if (/^\d+(\.\d*)?$/.test(digits) && BigInt(whole) * 100n >= MOST) return `The most is ${formatUsd(MOST)}.`;
  return 'Enter dollars and cents, as in 1,234.50.';
}
