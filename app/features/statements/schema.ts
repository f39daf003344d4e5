import type { JournalKind } from '~/ledger/chartOfAccounts';
import type { StatementPlace } from '~/ledger/reading/statementPages.server';
import { dayAfter, startOfDay } from '~/platform/fields/zone';

export type Tab = 'all' | 'deposits' | 'withdrawals' | 'investments' | 'referrals';

/** The tab of the transactions page that shows a journal beside the tab of all; null for journals of the operator's accounts alone. */
const TAB_OF: Record<JournalKind, Tab | null> = {
  'reserve-funded': null,
  'reserve-taken-back': null,
  'reserve-shifted': null,
  'network-fee': null,
  'custody-converted': null,
  'receipt-held': null,
  'receipt-returned': null,
  deposit: 'deposits',
  'deposit-reversed': 'deposits',
  'practice-money': 'all',
  'referral-bonus': 'referrals',
  'referral-bonus-reversed': 'referrals',
  'rank-bonus': 'all',
  'rank-bonus-reversed': 'all',
  'withdrawal-requested': 'withdrawals',
  'withdrawal-cancelled': 'withdrawals',
  'withdrawal-rejected': 'withdrawals',
  'withdrawal-approved': 'withdrawals',
  'withdrawal-paid': null,
  'withdrawal-bounced': 'withdrawals',
  'plan-opened': 'investments',
  'plan-return-reserved': null,
  'plan-accrual': 'investments',
  'plan-matured': 'investments',
  'plan-ended': 'investments',
  'plan-return-released': null,
  'copy-started': 'all',
  'copy-topped-up': 'all',
  'copy-reduced': 'all',
  'copy-stopped': 'all',
  'copy-profit': 'all',
  'copy-loss': 'all',
  'copy-profit-reversed': 'all',
  'copy-loss-reversed': 'all',
  'copy-repaid': 'all',
  'copy-returned': 'all',
  'position-profit': 'all',
  'position-loss': 'all',
  'position-cost': 'all',
  'position-paid': 'all',
  'leader-share': 'all',
  'trading-funded': 'all',
  'trading-taken-out': 'all',
  'operator-credit': 'all',
  'operator-profit': 'all',
  'operator-debit': 'all',
  correction: 'all',
};

const KINDS = Object.keys(TAB_OF) as JournalKind[];
const kindsOf = (tab: Tab): JournalKind[] =>
  KINDS.filter((kind) => (tab === 'all' ? TAB_OF[kind] !== null : TAB_OF[kind] === tab));

/** The tabs of the transactions page: which journals each shows, and what it says when there are none. */
export const TABS: Record<
  Tab,
  { label: string; kinds: readonly JournalKind[]; empty: string; start: { to: string; label: string } }
> = {
  all: {
    label: 'All',
    kinds: kindsOf('all'),
    empty: 'You have no transactions yet.',
    start: { to: '/fundwallet', label: 'Make a deposit' },
  },
  deposits: {
    label: 'Deposits',
    kinds: kindsOf('deposits'),
    empty: 'You have no deposits yet.',
    start: { to: '/fundwallet', label: 'Make a deposit' },
  },
  withdrawals: {
    label: 'Withdrawals',
    kinds: kindsOf('withdrawals'),
    empty: 'You have no withdrawals yet.',
    start: { to: '/withdraw', label: 'Withdraw' },
  },
  investments: {
    label: 'Investments',
    kinds: kindsOf('investments'),
    empty: 'You have no investments yet.',
    start: { to: '/plans', label: 'Choose a plan' },
  },
  referrals: {
    label: 'Referrals',
    kinds: kindsOf('referrals'),
    empty: 'You have no referrals yet.',
    start: { to: '/referrals', label: 'Invite a friend' },
  },
};

const isDay = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);

export type Period = {
  /** As typed. */
  typed: { from: string; to: string };
  problems: { from?: string[]; to?: string[] };
  from: Date | null;
  until: Date | null;
};

export function readPeriod(query: URLSearchParams, zone: string): Period {
  const typed = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const problems: Period['problems'] = {};
  for (const name of ['from', 'to'] as const) {
    if (typed[name] && !isDay(typed[name])) problems[name] = ['Enter a date'];
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

export const inPeriod = ({ from, until }: Pick<Period, 'from' | 'until'>, at: Date): boolean =>
  (!from || at >= from) && (!until || at < until);

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

export const placeText = (place: StatementPlace): string => place.join('.');

export const readPlace = (text: string | null): StatementPlace | undefined =>
  text && /^\d{1,9}(\.\d{1,9}){0,999}$/.test(text) ? text.split('.').map(Number) : undefined;
