import { exponentialAverage, macd, momentum, relativeStrength, simpleAverage } from '~/market/indicators';

export type Verdict = 'buy' | 'neutral' | 'sell';

export type IndicatorReading = { name: string; value: number; verdict: Verdict };

export type VerdictCounts = Record<Verdict, number>;

const AVERAGE_LENGTHS = [10, 20, 30, 50, 100, 200];

/** Number of closing prices that the slowest rule needs, doubled so that exponential averages settle. */
export const CLOSES_NEEDED = 400;

const compareWithLine = (value: number, line: number): Verdict =>
  value > line ? 'buy' : value < line ? 'sell' : 'neutral';

/** Evaluates rules over closing prices, oldest first and the last one current. Omits rules that need more prices. */
export function evaluateRules(closes: readonly number[]): {
  averages: IndicatorReading[];
  oscillators: IndicatorReading[];
} {
  const price = closes.at(-1);
  if (price === undefined) return { averages: [], oscillators: [] };
  const averages = AVERAGE_LENGTHS.flatMap((length): IndicatorReading[] =>
    (
      [
        [`Simple average (${length})`, simpleAverage(closes, length)],
        [`Exponential average (${length})`, exponentialAverage(closes, length)],
      ] as const
    ).flatMap(([name, value]) => (value === null ? [] : [{ name, value, verdict: compareWithLine(price, value) }])),
  );
  const strength = relativeStrength(closes);
  const meeting = macd(closes);
  const speed = momentum(closes);
  const oscillators: IndicatorReading[] = [];
  if (strength !== null) {
    const verdict = strength < 30 ? 'buy' : strength > 70 ? 'sell' : 'neutral';
    oscillators.push({ name: 'Relative strength, RSI (14)', value: strength, verdict });
  }
  if (meeting) {
    const verdict = compareWithLine(meeting.line, meeting.signal);
    oscillators.push({ name: 'Convergence, MACD (12, 26, 9)', value: meeting.line, verdict });
  }
  if (speed !== null) oscillators.push({ name: 'Momentum (10)', value: speed, verdict: compareWithLine(speed, 0) });
  return { averages, oscillators };
}

export function countReadings(list: readonly IndicatorReading[]): VerdictCounts {
  const count: VerdictCounts = { buy: 0, neutral: 0, sell: 0 };
  for (const { verdict } of list) count[verdict] += 1;
  return count;
}

/** Returns the overall verdict: strong if the surplus exceeds half of all rules, neutral up to a tenth. */
export function getOverallVerdict({ buy, neutral, sell }: VerdictCounts): string {
  const all = buy + neutral + sell;
  const lean = all ? (buy - sell) / all : 0;
  if (Math.abs(lean) <= 0.1) return 'Neutral';
  const side = lean > 0 ? 'buy' : 'sell';
  return Math.abs(lean) > 0.5 ? `Strong ${side}` : side === 'buy' ? 'Buy' : 'Sell';
}
