import { z } from 'zod';
import {
  type AmountFault,
  type AmountFormat,
  DOLLAR_FORMAT,
  formatAmountFault,
  formatPlainNumber,
  parseAmount,
} from '~/platform/text/amount';
import { formatUsd } from './money';
import { MAX_AMOUNT_CENTS } from './parseUsd';

type UsdTerms = {
  /** Smallest amount in cents; 0 if the caller refuses small amounts with its own message. */
  min?: bigint;
  wholeOnly?: string;
  format?: AmountFormat;
};

export const usdFaultText = (fault: AmountFault, notNumber: string, wholeOnly?: string): string =>
  formatAmountFault(wholeOnly && fault === 'mark' ? 'form' : fault, {
    notNumber,
    enter: wholeOnly ? 'Enter whole dollars' : 'Enter dollars and cents',
    example: wholeOnly ? '1,234' : '1,234.50',
    max: formatUsd(MAX_AMOUNT_CENTS),
    decimals: wholeOnly ?? 'Use two decimals at most, as in 12.34.',
  });

function toCents(
  sent: string | number,
  context: z.RefinementCtx,
  notNumber: string,
  { min = 1n, wholeOnly, format = DOLLAR_FORMAT }: UsdTerms,
): bigint {
  const amount = parseAmount(typeof sent === 'number' ? formatPlainNumber(sent) : sent, format);
  const message = !amount.ok
    ? usdFaultText(amount.error, notNumber, wholeOnly)
    : amount.value < min
      ? `Enter at least ${formatUsd(min)}.`
      : wholeOnly !== undefined && amount.value % 100n !== 0n
        ? wholeOnly
        : null;
  if (amount.ok && message === null) return amount.value;
  context.addIssue({ code: 'custom', message: message ?? notNumber });
  return z.NEVER;
}

/** Returns the schema of an amount in dollars, parsed into cents; `notNumber` is the message for other text. */
export const usdField = (notNumber: string, terms: UsdTerms = {}) =>
  z
    .string({ error: notNumber })
    .trim()
    .transform((input, context) => toCents(input, context, notNumber, terms));

/** Returns the schema of a call's amount in dollars: a number or, from old clients, the same as text. */
export const usdInput = (notNumber = 'Amount must be a number', terms: UsdTerms = {}) =>
  z
    .union([z.number(), z.string()], { error: notNumber })
    .transform((sent, context) => toCents(sent, context, notNumber, terms))
    .describe('US dollars, at most two decimals: a number, or the same as text');
