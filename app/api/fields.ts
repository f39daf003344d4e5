import { z } from 'zod';
import { codeField } from '~/platform/fields/line';
import { DOLLAR_FORMAT, parseAmount } from '~/platform/text/amount';

export const usdOutput = z.number().describe('US dollars, at most two decimals');

const UNIT_PATTERN = /\s*(?:%|percent|days?|usd|\$)?\s*(?:daily|a day|per day)?\s*$/i;

/** Number that may arrive as text, such as `20`, `"20%"` or `"2 days"`; null for text without a number. */
export const looseNumber = z
  .union([z.number(), z.string().max(40)])
  .transform((sent) => {
    const amount = parseAmount(String(sent).replace(UNIT_PATTERN, ''), DOLLAR_FORMAT);
    return amount.ok ? Number(amount.value) / 100 : null;
  })
  .nullish();

export const createLimitField = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, `limit is a whole number from 1 to ${max}`)
    .transform(Number)
    .refine((input) => input <= max, `limit is a whole number from 1 to ${max}`)
    .optional();

export const otpField = codeField().optional().describe('A code of the authenticator app, if two-factor is on');

export const OTP_STATUSES = { confirm: 401, 'second-factor': 401, 'wrong-code': 401, 'used-code': 401 };

/** HTTP statuses of second-factor refusals, for clients that read only the status. 401 would mean that the token is invalid. */
export const OTP_HTTP_STATUSES = { confirm: 403, 'second-factor': 403, 'wrong-code': 403, 'used-code': 403 };

/** Fields of an answer whose content the server has also sent by mail. */
export const mailedFields = { message: z.string(), subject: z.string().describe('Subject of the mail') };

/** Answer with both 'ok' and 200, for clients that read either. */
export const okDone = z.object({ status: z.literal('ok'), code: z.literal(200), message: z.string() });

/** Message about a picture on another site that was ignored while the other fields were stored. */
export const PICTURE_IGNORED_MESSAGE = 'The picture was left out: use a picture that you uploaded here.';

export const idOutput = z.string();
export const date = z.string().describe('The date and time in UTC in en-US format, such as 11/21/2026, 2:05:09 PM');
export const at = z.string().describe('The same time in ISO 8601');

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Formats a date as `11/21/2026`, UTC. Avoids `Intl`, whose versions differ in the kind of space. */
export const formatUsDate = (time: Date): string =>
  `${time.getUTCMonth() + 1}/${time.getUTCDate()}/${time.getUTCFullYear()}`;

export function formatUsDateTime(time: Date): string {
  const hours = time.getUTCHours();
  const clock = `${hours % 12 || 12}:${twoDigits(time.getUTCMinutes())}:${twoDigits(time.getUTCSeconds())}`;
  return `${formatUsDate(time)}, ${clock} ${hours < 12 ? 'AM' : 'PM'}`;
}
