import { z } from 'zod';
import type { JournalKind } from '~/ledger/chart';
import type { Place } from '~/ledger/statementPages.server';
import { dayAfter, startOfDay } from '~/platform/zone';

const DEPOSITS = ['deposit', 'deposit-reversed'] as const satisfies JournalKind[];
const WITHDRAWALS = [
  'withdrawal-requested',
  'withdrawal-cancelled',
  'withdrawal-rejected',
  'withdrawal-approved',
  'withdrawal-bounced',
] as const satisfies JournalKind[];
const INVESTMENTS = ['plan-opened', 'plan-accrual', 'plan-matured', 'plan-ended'] as const satisfies JournalKind[];
const REFERRALS = ['referral-bonus', 'referral-bonus-reversed'] as const satisfies JournalKind[];
const OTHERS = [
  'practice-money',
  'copy-started',
  'copy-topped-up',
  'copy-reduced',
  'copy-stopped',
  'copy-profit',
  'copy-loss',
  'copy-profit-reversed',
  'copy-loss-reversed',
  'copy-repaid',
  'copy-returned',
  'position-profit',
  'position-loss',
  'position-cost',
  'position-paid',
  'leader-share',
  'trading-funded',
  'trading-taken-out',
  'rank-bonus',
  'operator-credit',
  'operator-profit',
  'operator-debit',
  'correction',
] as const satisfies JournalKind[];

/** The tabs of the transactions page: which journals each shows, and what it says when there are none. */
export const TABS: Record<Tab, { label: string; kinds: readonly JournalKind[]; empty: string }> = {
  all: {
    label: 'All',
    kinds: [...DEPOSITS, ...WITHDRAWALS, ...INVESTMENTS, ...REFERRALS, ...OTHERS],
    empty: 'You have no transactions yet.',
  },
  deposits: { label: 'Deposits', kinds: DEPOSITS, empty: 'You have no deposits yet.' },
  withdrawals: { label: 'Withdrawals', kinds: WITHDRAWALS, empty: 'You have no withdrawals yet.' },
  investments: { label: 'Investments', kinds: INVESTMENTS, empty: 'You have no investments yet.' },
  referrals: { label: 'Referrals', kinds: REFERRALS, empty: 'You have no referrals yet.' },
};

export type Tab = 'all' | 'deposits' | 'withdrawals' | 'investments' | 'referrals';

const isDay = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
const day = z.string().refine(isDay, 'Enter a date').or(z.literal(''));

/** Days from and to which, both included, by the calendar of a time zone. */
export type Period = {
  /** As typed. */
  typed: { from: string; to: string };
  problems: { from?: string[]; to?: string[] };
  /** The first instant of the first day; null for no beginning. */
  from: Date | null;
  /** The first instant after the last day; null for no end. */
  until: Date | null;
};

/** The period that an address names; what is no date is told and left out. */
export function readPeriod(query: URLSearchParams, zone: string): Period {
  const typed = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const problems: Period['problems'] = {};
  for (const name of ['from', 'to'] as const) {
    const read = day.safeParse(typed[name]);
    if (!read.success) problems[name] = ['Enter a date'];
  }
  if (!problems.from && !problems.to && typed.from && typed.to && typed.to < typed.from) {
    problems.to = ['The last day is before the first'];
  }
  const good = (name: 'from' | 'to') => (typed[name] && !problems[name] ? typed[name] : null);
  const [first, last] = [good('from'), good('to')];
  return {
    typed,
    problems,
    from: first ? startOfDay(zone, first) : null,
    until: last ? startOfDay(zone, dayAfter(last)) : null,
  };
}

/** Is an instant in a period? */
export const inPeriod = ({ from, until }: Pick<Period, 'from' | 'until'>, at: Date): boolean =>
  (!from || at >= from) && (!until || at < until);

/** The tab of an address; an unknown one is the first. */
export const readTab = (query: URLSearchParams): Tab => {
  const asked = query.get('show') ?? '';
  return Object.hasOwn(TABS, asked) ? (asked as Tab) : 'all';
};

/** The kinds to show: the one that the address names, if its tab has it, or all of the tab. */
export const readKinds = (query: URLSearchParams, tab: Tab): readonly JournalKind[] => {
  const { kinds } = TABS[tab];
  const one = kinds.find((kind) => kind === query.get('kind'));
  return one ? [one] : kinds;
};

/** A place in the history as an address carries it. */
export const placeText = (place: Place): string => place.join('.');

/** The place that an address names; the newest when it names none. */
export const readPlace = (text: string | null): Place | undefined =>
  text && /^\d{1,9}(\.\d{1,9}){0,999}$/.test(text) ? text.split('.').map(Number) : undefined;
