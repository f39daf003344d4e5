import { type ColumnRule, one } from '~/features/backoffice/approvals/columnRules';
import type { CatalogueKind } from './kinds';

const IDENTITY = one('it is given once, when the row is added, which takes two');
const LOOKS = one('it changes what is read, and no amount');
const ORDER = one('no form changes it');

const names = { dailyBps: 'daily percent', fee: 'charge', enabled: 'on or off' };

type Terms = { rules: Record<string, ColumnRule>; names: typeof names };

/** Rule for each column of the catalogue. A test compares them with the tables, so that no column is forgotten. */
export const CATALOGUE_TERMS = {
  plan: {
    rules: {
      id: IDENTITY,
      name: LOOKS,
      minimum: 'two',
      maximum: 'two',
      dailyBps: 'two',
      days: 'two',
      enabled: 'two-to-turn-on',
      position: ORDER,
    },
    names,
  },
  'deposit-method': {
    rules: {
      code: IDENTITY,
      // Pages show the name next to the address, so it could contain another address.
      name: 'two',
      network: 'two',
      minimum: one('it keeps small deposits away and lets no money out'),
      address: 'two',
      icon: LOOKS,
      enabled: 'two-to-turn-on',
      position: ORDER,
    },
    names,
  },
  'withdrawal-method': {
    rules: {
      code: IDENTITY,
      name: LOOKS,
      network: 'two',
      minimum: 'two',
      fee: 'two',
      icon: LOOKS,
      enabled: 'two',
      position: ORDER,
    },
    names,
  },
  rate: { rules: { key: IDENTITY, value: 'two' }, names },
} as const satisfies Record<CatalogueKind, Terms>;
