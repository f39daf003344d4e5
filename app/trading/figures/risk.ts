import { dailyReturns, type NavPoint } from './nav';
import { calculateDrawdown, MIN_RATIO_DAYS, sampleDeviation } from './performance';

/** Lower bounds of the risk scores 2 to 10, as annualised volatility. */
export const RISK_EDGES = [0.005, 0.02, 0.05, 0.1, 0.15, 0.25, 0.4, 0.6, 0.9] as const;

/** Minimum risk score by the record's largest fall. */
export const DRAWDOWN_SCORES = [
  { fall: 0.9, score: 10 },
  { fall: 0.75, score: 9 },
  { fall: 0.5, score: 8 },
] as const;

const VOLATILITY_CLOSES = 60;
/** Number of days of NAV from which a daily score is computed, and of daily scores from which a record's score is. */
export const RISK_WINDOW_DAYS = 30;

const annualise = (daily: number): number => daily * Math.sqrt(365);

export const scoreOf = (volatility: number): number => 1 + RISK_EDGES.filter((edge) => volatility >= edge).length;

export type HeldPosition = {
  /** Market value relative to the account's equity, negative when short. */
  weight: number;
  closes: readonly number[];
};

/** Returns the annualised volatility of all open positions as one portfolio, which takes their correlation into account. */
export function heldVolatility(held: readonly HeldPosition[]): number {
  const days = Math.min(VOLATILITY_CLOSES, ...held.map(({ closes }) => closes.length)) - 1;
  if (held.length === 0 || days < 2) return 0;
  const made = Array.from({ length: days }, (_, day) =>
    held.reduce((sum, { weight, closes }) => {
      const at = closes.length - days + day;
      return sum + weight * ((closes[at] as number) / (closes[at - 1] as number) - 1);
    }, 0),
  );
  return annualise(sampleDeviation(made));
}

/** Returns a day's volatility: the larger of that of the open positions and that of NAV over the last 30 days. */
export const dayVolatility = (held: readonly HeldPosition[], days: readonly NavPoint[]): number =>
  Math.max(heldVolatility(held), annualise(sampleDeviation(dailyReturns(days.slice(-RISK_WINDOW_DAYS - 1)))));

/** Returns the highest score of the last 30 days, or the score of the largest fall if that is higher; null for a shorter record. */
export function riskScore(
  days: readonly NavPoint[],
  heldOn: (index: number) => readonly HeldPosition[],
): number | null {
  if (days.length <= MIN_RATIO_DAYS) return null;
  const scores = days
    .map((_, index) => index)
    .slice(-RISK_WINDOW_DAYS)
    .map((index) => scoreOf(dayVolatility(heldOn(index), days.slice(0, index + 1))));
  const fallen = calculateDrawdown(days);
  const min = DRAWDOWN_SCORES.find(({ fall }) => fallen >= fall)?.score ?? 1;
  return Math.max(min, ...scores);
}
