import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import type { StatementPosition } from '~/ledger/reading/statementPages.server';
import { getNextDay, getStartOfDay } from '~/platform/fields/zone';

export type Tab = 'all' | 'deposits' | 'withdrawals' | 'investments' | 'referrals';

/** Kinds of journals between the operator's own accounts, which investors do not see. */
const HIDDEN_KINDS = /^(?:reserve-|network-fee|custody-|receipt-|receivable-written-off|withdrawal-paid|plan-return-)/;
const SHOWN_KINDS = (Object.keys(JOURNAL_KINDS) as JournalKind[]).filter((kind) => !HIDDEN_KINDS.test(kind));

type TabView = { label: string; kinds: readonly JournalKind[]; empty: string; start: { to: string; label: string } };

const createTab = (label: string, kinds: RegExp, to: string, start: string): TabView => ({
  label,
  kinds: SHOWN_KINDS.filter((kind) => kinds.test(kind)),
  empty: `You have no ${label === 'All' ? 'transactions' : label.toLowerCase()} yet.`,
  start: { to, label: start },
});

export const STATEMENT_TABS: Record<Tab, TabView> = {
  all: createTab('All', /./, '/fundwallet', 'Make a deposit'),
  deposits: createTab('Deposits', /^deposit/, '/fundwallet', 'Make a deposit'),
  withdrawals: createTab('Withdrawals', /^withdrawal-/, '/withdraw', 'Withdraw'),
  investments: createTab('Investments', /^plan-/, '/plans', 'Choose a plan'),
  referrals: createTab('Referrals', /^referral-/, '/referrals', 'Invite a friend'),
};

const isDay = (text: string) =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);

export type Period = {
  input: { from: string; to: string };
  problems: { from?: string[]; to?: string[] };
  from: Date | null;
  until: Date | null;
};

export function readPeriod(query: URLSearchParams, zone: string): Period {
  const input = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const problems: Period['problems'] = {};
  for (const name of ['from', 'to'] as const) {
    if (input[name] && !isDay(input[name])) problems[name] = ['Enter a date'];
  }
  if (!problems.from && !problems.to && input.from && input.to && input.to < input.from) {
    problems.to = ['The last day is before the first'];
  }
  const good = (name: 'from' | 'to') => (input[name] && !problems[name] ? input[name] : null);
  const [first, last] = [good('from'), good('to')];
  return {
    input,
    problems,
    from: first ? getStartOfDay(zone, first) : null,
    until: last ? getStartOfDay(zone, getNextDay(last)) : null,
  };
}

export const isInPeriod = ({ from, until }: Pick<Period, 'from' | 'until'>, at: Date): boolean =>
  (!from || at >= from) && (!until || at < until);

export const readTab = (query: URLSearchParams): Tab => {
  const requested = query.get('show') ?? '';
  return Object.hasOwn(STATEMENT_TABS, requested) ? (requested as Tab) : 'all';
};

export const readKinds = (query: URLSearchParams, tab: Tab): readonly JournalKind[] => {
  const { kinds } = STATEMENT_TABS[tab];
  const one = kinds.find((kind) => kind === query.get('kind'));
  return one ? [one] : kinds;
};

export const formatPlace = (place: StatementPosition): string => place.join('.');

export const parsePlace = (text: string | null): StatementPosition | undefined =>
  text && /^\d{1,9}(\.\d{1,9}){0,999}$/.test(text) ? text.split('.').map(Number) : undefined;
