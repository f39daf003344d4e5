import { DAY } from '~/platform/clock';

/** Change of an account's balance on a day (all liabilities together), or the sum of one kind of journal. */
export type BookFlow = {
  /** Start of the day in UTC, milliseconds; some engines return text. */
  day: number | string;
  name: string;
  cents: string;
};

/** Balances at the end of a day, and its flows; cents, exact in a double up to 90 trillion dollars. */
export type BookDay = {
  day: string;
  liabilities: number;
  free: number;
  committed: number;
  market: number;
  deposits: number;
  withdrawals: number;
  /** Money put into copies. */
  copied: number;
};

type BalanceName = 'liabilities' | 'free' | 'committed' | 'market';

const BALANCE_NAMES: Record<string, BalanceName> = {
  liabilities: 'liabilities',
  'reserve:free': 'free',
  'reserve:committed': 'committed',
  'reserve:market': 'market',
};

const FLOW_NAMES: Record<string, 'deposits' | 'withdrawals' | 'copied'> = {
  deposit: 'deposits',
  'withdrawal-paid': 'withdrawals',
  'copy-started': 'copied',
  'copy-topped-up': 'copied',
};

export function buildSeries(flows: readonly BookFlow[], today: Date): BookDay[] {
  const byDay = new Map<number, BookFlow[]>();
  for (const flow of flows) byDay.set(Number(flow.day), [...(byDay.get(Number(flow.day)) ?? []), flow]);
  const first = Math.min(...byDay.keys());
  const last = Math.max(today.getTime() - (today.getTime() % DAY), ...byDay.keys());
  const standing = { liabilities: 0, free: 0, committed: 0, market: 0 };
  const series: BookDay[] = [];
  for (let at = first; at <= last; at += DAY) {
    const moved = { deposits: 0, withdrawals: 0, copied: 0 };
    for (const { name, cents } of byDay.get(at) ?? []) {
      const [stands, passes] = [BALANCE_NAMES[name], FLOW_NAMES[name]];
      if (stands) standing[stands] += Number(cents);
      if (passes) moved[passes] += Number(cents);
    }
    series.push({ day: new Date(at).toISOString().slice(0, 10), ...standing, ...moved });
  }
  return series;
}
