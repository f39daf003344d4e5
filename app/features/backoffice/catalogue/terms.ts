import { type ColumnRule, oneAdministrator } from '~/features/backoffice/approvals/columnRules';
import type { CatalogueKind } from './kinds';

const IDENTITY_RULE = oneAdministrator('it is given once, when the row is added, which takes two');
const APPEARANCE_RULE = oneAdministrator('it changes what is read, and no amount');
const ORDER_RULE = oneAdministrator('no form changes it');

const names = { dailyBps: 'daily percent', fee: 'charge', enabled: 'on or off' };

type Terms = { rules: Record<string, ColumnRule>; names: typeof names };

/** Rule for each column of the catalogue. A test compares them with the tables, so that no column is forgotten. */
export const CATALOGUE_TERMS = {
  plan: {
    rules: {
      id: IDENTITY_RULE,
      name: APPEARANCE_RULE,
      minimum: 'two',
      maximum: 'two',
      dailyBps: 'two',
      days: 'two',
      enabled: 'two-to-turn-on',
      position: ORDER_RULE,
    },
    names,
  },
  'deposit-method': {
    rules: {
      code: IDENTITY_RULE,
      // Pages show the name next to the address, so it could contain another address.
      name: 'two',
      network: 'two',
      minimum: oneAdministrator('it keeps small deposits away and lets no money out'),
      address: 'two',
      icon: APPEARANCE_RULE,
      enabled: 'two-to-turn-on',
      position: ORDER_RULE,
    },
    names,
  },
  'withdrawal-method': {
    rules: {
      code: IDENTITY_RULE,
      name: APPEARANCE_RULE,
      network: 'two',
      minimum: 'two',
      fee: 'two',
      icon: APPEARANCE_RULE,
      enabled: 'two',
      position: ORDER_RULE,
    },
    names,
  },
  rate: { rules: { key: IDENTITY_RULE, value: 'two' }, names },
} as const satisfies Record<CatalogueKind, Terms>;
