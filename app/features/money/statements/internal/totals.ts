import type { StatementLine } from '~/ledger/reading/statement.server';
import { formatDayInZone } from '~/platform/fields/zone';

export type PeriodTotals = Record<TotalName, bigint>;

type TotalName = 'in' | 'out' | 'profit' | 'bonuses' | 'fees' | 'adjustments';

/** Totals by kind of change. Other kinds only move money between a user's own accounts, or are adjustments. */
const TOTAL_OF_KIND: [RegExp, TotalName][] = [
  [/^deposit(?:-reversed)?$/, 'in'],
  [/^withdrawal-(?:approved|bounced)$/, 'out'],
  [/^(?:referral|rank)-bonus(?:-reversed)?$/, 'bonuses'],
  [/^(?:position-cost|leader-share)$/, 'fees'],
  [
    /^(?:plan-accrual|operator-profit|position-paid|position-(?:profit|loss)|copy-(?:profit|loss)(?:-reversed)?)$/,
    'profit',
  ],
];

/**
 * Adds up the lines of a period. A leader's share counts as profit if received and as a fee if paid; kinds without a total are
 * adjustments.
 */
export function computeTotals(lines: readonly Pick<StatementLine, 'kind' | 'change'>[]): PeriodTotals {
  const totals: PeriodTotals = { in: 0n, out: 0n, profit: 0n, bonuses: 0n, fees: 0n, adjustments: 0n };
  for (const { kind, change } of lines) {
    const name =
      kind === 'leader-share' && change > 0n
        ? 'profit'
        : (TOTAL_OF_KIND.find(([kinds]) => kinds.test(kind))?.[1] ?? 'adjustments');
    totals[name] += change;
  }
  return totals;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export type Month = { label: string; from: string; to: string };

export function listMonths(zone: string, since: Date, now: Date): Month[] {
  const first = formatDayInZone(zone, since).slice(0, 7);
  let [year = 0, month = 0] = formatDayInZone(zone, now).split('-').map(Number);
  const months: Month[] = [];
  while (months.length < 12) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name < first) break;
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    months.push({ label: `${MONTHS[month - 1]} ${year}`, from: `${name}-01`, to: `${name}-${days}` });
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
  return months;
}
