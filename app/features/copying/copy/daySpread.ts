import { formatBps } from '~/ledger/money';
import { DAY_SPREAD_BPS } from '~/trading/tradingTerms';

/* Daily limit of a copy's spread costs, in basis points of its equity. Separate from `schema.ts` so that pages that only show it do not load zod. */

/** Value that means no limit: the spread may cost all of the equity. */
export const NO_DAY_SPREAD = 10_000;

export const DAY_SPREAD_CHOICES = [DAY_SPREAD_BPS, 50, 100, 500] as const;

export const isDaySpread = (bps: number): boolean => Number.isInteger(bps) && bps >= 1 && bps <= NO_DAY_SPREAD;

export const formatDaySpread = (bps: number): string => (bps >= NO_DAY_SPREAD ? NO_LIMIT_TEXT : formatBps(bps));

const NO_LIMIT_TEXT = 'no limit';

/** Parses the text that `formatDaySpread` writes into recorded changes, in basis points. */
export const parseDaySpread = (text: string): number =>
  text === NO_LIMIT_TEXT ? NO_DAY_SPREAD : Math.round(Number.parseFloat(text) * 100);
