import { z } from 'zod';
import { type MoneyJson, moneySchema, toMoney } from '~/ledger/moneyJson';

export { moneySchema, toMoney };

/* Fields shared by the calls of `/api/v1`. Those with an ID are components of the document. */

export const usdOrNull = (cents: bigint | null): MoneyJson | null => (cents === null ? null : toMoney(cents));

/** Returns the schema of an amount in a call, validated by the form's schema for the same amount. */
export const amountFor = <S extends z.ZodType<unknown, string>>(field: S) =>
  moneySchema.transform(({ value }) => value).pipe(field);

export const time = z.iso.datetime().meta({ id: 'Time', description: 'A time in UTC, RFC 3339' });
export const toIsoTime = (at: Date): string => at.toISOString();
export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

export const id = z.uuid('id is the id of something that an answer named').meta({ id: 'Id' });
export const text = z.string();
export const decimal = z.string().meta({ id: 'Decimal', description: 'A decimal number as a string, not rounded' });
export const percent = z.number().describe('Percent');
export const percentOf = (bps: number): number => bps / 100;

/** Answer of a change that returns only an ID. */
export const changedOutput = z.object({ id });

/** Time bounds of a list: the start is included, the end is excluded. */
export const PERIOD_FIELDS = {
  from: z.iso
    .datetime('from is an instant, as in 2026-03-01T00:00:00Z')
    .transform((at) => new Date(at))
    .optional(),
  until: z.iso
    .datetime('until is an instant, as in 2026-03-01T00:00:00Z')
    .transform((at) => new Date(at))
    .optional(),
};
