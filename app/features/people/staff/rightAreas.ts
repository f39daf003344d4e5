import type { Right } from '~/signIns/rights';

type Subject<R = Right> = R extends `${infer S}:${string}` ? S : R;

const AREA_NAMES: Record<Subject, string> = {
  everyone: 'Everybody',
  users: 'Users and their accounts',
  accounts: 'Users and their accounts',
  balances: 'Users and their accounts',
  payments: 'Deposits and withdrawals',
  restores: 'Deposits and withdrawals',
  papers: 'Identity checks',
  support: 'Support',
  traders: 'Traders',
  catalogue: 'Plans and methods',
  plans: 'Plans and methods',
  terms: 'Plans and methods',
  books: 'Books and reconciliation',
  statements: 'Books and reconciliation',
  reserves: 'Books and reconciliation',
  approvals: 'Approvals',
  mails: 'Outbox, audit log and operation',
  events: 'Outbox, audit log and operation',
  operation: 'Outbox, audit log and operation',
  staff: 'Staff',
};

const areaOf = (right: Right): string => AREA_NAMES[right.split(':')[0] as Subject];

/** Returns rights grouped by the area that they concern, each with its heading. */
export const groupRightsByArea = (rights: readonly Right[]): { area: string; rights: Right[] }[] =>
  [...new Set(rights.map(areaOf))].map((area) => ({ area, rights: rights.filter((right) => areaOf(right) === area) }));
