import { larger } from '~/ledger/money';
import type { BalanceChangeSums } from '~/ledger/reading/balanceHistory';
import { calculateShareBps } from '~/platform/text/percent';
import { decodeSeries, encodeSeries, type Series } from '~/ui/charts/geometry/series';

const DAY_MS = 86_400_000;

export type BalancePoint = { at: Date; value: number };

/** Largest number of points in the chart and its table. */
const MAX_CHART_POINTS = 90;

export const BALANCE_RANGES = [
  { value: '1m', label: '1M', days: 30 },
  { value: '3m', label: '3M', days: 91 },
  { value: '12m', label: '12M', days: 365 },
  { value: 'all', label: 'All', days: null },
] as const;

export const CHART_SERIES = [
  { value: 'balance', label: 'Balance' },
  { value: 'profit', label: 'Profit' },
] as const;

type Range = (typeof BALANCE_RANGES)[number];
export type ChartChoice = { range: Range; show: (typeof CHART_SERIES)[number]['value'] };

export function parseChartChoice(query: URLSearchParams): ChartChoice {
  const range = BALANCE_RANGES.find(({ value }) => value === query.get('range')) ?? BALANCE_RANGES[3];
  return { range, show: query.get('show') === 'profit' ? 'profit' : 'balance' };
}

/** Returns the earnings of a range in cents, without deposits and withdrawals. */
const computeEarnings = ({ funded, putIn, withdrawn }: BalanceChangeSums): bigint => funded - putIn + withdrawn;

const startOf = ({ days }: Range, now: Date): number => (days === null ? 0 : now.getTime() - days * DAY_MS);

/** Returns the points of a user's balance or profit: each change or, if there are too many, the last one of every 1, 2, 4 ... days. */
export function computeBalancePoints(
  course: readonly BalanceChangeSums[],
  now: Date,
  choice: ChartChoice = { range: BALANCE_RANGES[3], show: 'balance' },
  open = 0n,
): BalancePoint[] {
  const all = listChanges(course, now, choice, open);
  let points = all;
  for (let interval = DAY_MS; points.length > MAX_CHART_POINTS; interval *= 2) points = takeLastOfEach(all, interval);
  return points;
}

/** Points as they are encoded in the data of a page. */
export type PackedPoints = { at: Series; value: Series };

export const packPoints = (points: readonly BalancePoint[]): PackedPoints => ({
  at: encodeSeries(points.map(({ at }) => +at)),
  value: encodeSeries(points.map(({ value }) => value)),
});

export function unpackPoints({ at, value }: PackedPoints): BalancePoint[] {
  const values = decodeSeries(value);
  return decodeSeries(at).map((time, index) => ({ at: new Date(time), value: values[index] ?? 0 }));
}

export function summarizeBalance(course: readonly BalanceChangeSums[], now: Date, choice: ChartChoice, open = 0n) {
  const values = listChanges(course, now, choice, open).map(({ value }) => value);
  const [first = 0] = values;
  return { first, lowest: Math.min(...values, first), highest: Math.max(...values, first) };
}

/** Returns every change in a range. The last point is now, and includes open positions. */
function listChanges(
  course: readonly BalanceChangeSums[],
  now: Date,
  { range, show }: ChartChoice,
  open: bigint,
): BalancePoint[] {
  const from = startOf(range, now);
  let sum = 0n;
  const all: BalancePoint[] = [];
  for (const interval of course) {
    if (interval.at > from && all.length === 0 && sum !== 0n) all.push({ at: new Date(from), value: Number(sum) });
    sum += show === 'profit' ? computeEarnings(interval) : interval.funded;
    if (interval.at > from) all.push({ at: new Date(interval.at), value: Number(sum) });
  }
  if (all.length === 0 && course.length > 0) all.push({ at: new Date(from), value: Number(sum) });
  const last = all.at(-1);
  if (last && last.at < now) all.push({ at: now, value: last.value });
  const end = all.at(-1);
  if (end) end.value += Number(open);
  return all;
}

export type BalanceMark = { at: Date; kind: 'in' | 'out' | 'plan'; amount: bigint };

const MAX_CHART_MARKS = 12;

export function listBalanceMarks(
  course: readonly BalanceChangeSums[],
  now: Date,
  { range }: ChartChoice,
): BalanceMark[] {
  const from = startOf(range, now);
  return course
    .filter(({ at }) => at > from)
    .flatMap(({ at, putIn, withdrawn, invested }) => {
      const moved = { in: putIn, out: withdrawn, plan: invested };
      return MARK_KINDS.flatMap((kind) => (moved[kind] > 0n ? [{ at: new Date(at), kind, amount: moved[kind] }] : []));
    })
    .slice(-MAX_CHART_MARKS);
}

const MARK_KINDS = ['in', 'out', 'plan'] as const;

/** Returns the earnings since the start of a range, in cents and as basis points of the capital; null without capital. */
export function computeChange(
  course: readonly BalanceChangeSums[],
  now: Date,
  { range }: Pick<ChartChoice, 'range'>,
  open = 0n,
): { profit: bigint; bps: number | null } {
  const from = startOf(range, now);
  let before = 0n;
  let put = 0n;
  let profit = open;
  for (const interval of course) {
    if (interval.at <= from) before += interval.funded;
    else {
      put += interval.putIn;
      profit += computeEarnings(interval);
    }
  }
  const base = larger(0n, before) + put;
  return { profit, bps: base > 0n ? calculateShareBps(profit, base) : null };
}

function takeLastOfEach(points: BalancePoint[], interval: number): BalancePoint[] {
  const getInterval = ({ at }: BalancePoint) => Math.floor(at.getTime() / interval);
  return points.filter((point, at) => {
    const next = points[at + 1];
    return !next || getInterval(next) !== getInterval(point);
  });
}
