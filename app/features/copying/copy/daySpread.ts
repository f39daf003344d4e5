import { formatBps } from '~/ledger/money';
import { DAY_SPREAD_BPS } from '~/trading/tradingTerms';

/* Bound on a day's spread of a copy, of its equity, in basis points. Beside `schema.ts`, since a page that only shows it needs no zod. */

/** No bound: all of it may be lost in spread. */
export const NO_DAY_SPREAD = 10_000;

export const DAY_SPREAD_CHOICES = [DAY_SPREAD_BPS, 50, 100, 500] as const;

export const isDaySpread = (bps: number): boolean => Number.isInteger(bps) && bps >= 1 && bps <= NO_DAY_SPREAD;

export const daySpreadText = (bps: number): string => (bps >= NO_DAY_SPREAD ? NO_LIMIT : formatBps(bps));

const NO_LIMIT = 'no limit';

/** Parses what `daySpreadText` writes, as records of changes have it, basis points. */
export const daySpreadIn = (text: string): number =>
  text === NO_LIMIT ? NO_DAY_SPREAD : Math.round(Number.parseFloat(text) * 100);
