import { type ColumnRule, one } from '~/features/approvals';

const IDENTITY = one('it is given once, when the row is added, which takes two');
const LOOKS = one('it changes what is read, and no amount');
const ORDER = one('no form changes it');

const RULES = {
  plan: {
    id: IDENTITY,
    name: LOOKS,
    minimum: 'two',
    maximum: 'two',
    dailyBps: 'two',
    days: 'two',
    enabled: 'two-to-turn-on',
    position: ORDER,
  },
  'deposit-method': {
    code: IDENTITY,
    // The name stands beside the address, and could give another address.
    name: 'two',
    network: 'two',
    minimum: one('it keeps small deposits away and lets no money out'),
    address: 'two',
    icon: LOOKS,
    enabled: 'two-to-turn-on',
    position: ORDER,
  },
  'withdrawal-method': {
    code: IDENTITY,
    name: LOOKS,
    network: 'two',
    minimum: 'two',
    fee: 'two',
    icon: LOOKS,
    enabled: 'two',
    position: ORDER,
  },
  rate: { key: IDENTITY, value: 'two' },
} as const satisfies Record<string, Record<string, ColumnRule>>;

/** What columns are called in a sentence. */
const names = { dailyBps: 'daily percent', fee: 'charge', enabled: 'on or off' };

/** Who may change each column of the catalogue; a test compares it with the tables, so that no column is forgotten. */
export const CATALOGUE_TERMS = {
  plan: { rules: RULES.plan, names },
  'deposit-method': { rules: RULES['deposit-method'], names },
  'withdrawal-method': { rules: RULES['withdrawal-method'], names },
  rate: { rules: RULES.rate, names },
};
