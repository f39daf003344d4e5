import type { Right } from '~/signIns/rights';

type Subject<R = Right> = R extends `${infer S}:${string}` ? S : R;

const AREA_NAMES: Record<Subject, string> = {
  everyone: 'Everyone',
  users: 'Users',
  accounts: 'Users',
  balances: 'Users',
  payments: 'Payments',
  restores: 'Payments',
  papers: 'Identity checks',
  support: 'Support',
  traders: 'Traders',
  catalogue: 'Catalogue',
  plans: 'Catalogue',
  terms: 'Catalogue',
  books: 'Books',
  statements: 'Books',
  reserves: 'Books',
  approvals: 'Approvals',
  mails: 'Operation',
  events: 'Operation',
  operation: 'Operation',
  staff: 'Staff',
};

const areaOf = (right: Right): string => AREA_NAMES[right.split(':')[0] as Subject];

/** Returns rights grouped by the area that they concern, each with its heading. */
export const groupRightsByArea = (rights: readonly Right[]): { area: string; rights: Right[] }[] =>
  [...new Set(rights.map(areaOf))].map((area) => ({ area, rights: rights.filter((right) => areaOf(right) === area) }));
