import { formatBps } from '~/ledger/money';
import { DAY_SPREAD_BPS } from '~/trading/tradingTerms';

/*
 * What one day's trading may cost a copy in spread, of its equity, in basis points. Beside `schema.ts`, since a page that only shows it
 * needs no zod.
 */

/** No bound: all of it may be lost in spread. */
export const NO_DAY_SPREAD = 10_000;

/** What the forms offer; the first is their default. */
export const DAY_SPREAD_CHOICES = [DAY_SPREAD_BPS, 50, 100, 500] as const;

export const isDaySpread = (bps: number): boolean => Number.isInteger(bps) && bps >= 1 && bps <= NO_DAY_SPREAD;

export const daySpreadText = (bps: number): string => (bps >= NO_DAY_SPREAD ? NO_LIMIT : formatBps(bps));

const NO_LIMIT = 'no limit';

/** What `daySpreadText` says in words, as records of changes have it, basis points. */
export const daySpreadIn = (text: string): number =>
  text === NO_LIMIT ? NO_DAY_SPREAD : Math.round(Number.parseFloat(text) * 100);
