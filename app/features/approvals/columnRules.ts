/* Which columns of what the operator offers one person may change: read by the acts that change them. */

/**
 * Who changes a column: two people, two to turn it on and one to turn it off, two while copies follow the trader, or one,
 * with the reason why that is enough.
 */
export type ColumnRule = 'two' | 'two-to-turn-on' | 'two-while-copied' | { one: string };

const one = (why: string): ColumnRule => ({ one: why });
const IDENTITY = one('it is given once, when the row is added, which takes two');
const LOOKS = one('it changes what is read, and no amount');
const ORDER = one('no form changes it');

/** Each column of what the operator offers, and of a trader: a test compares this with the tables, so none is forgotten. */
export const TERMS = {
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
    // It stands beside the address, and could give another one.
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
  trader: {
    id: IDENTITY,
    // Copies follow a person: under another name and picture they would follow one whom their owners never chose.
    firstName: 'two-while-copied',
    lastName: 'two-while-copied',
    nationality: 'two-while-copied',
    minimumCapital: 'two',
    capital: 'two',
    imageFileId: 'two-while-copied',
    declared: one('it is shown as declared and computes nothing'),
    simulated: one('no form changes it'),
    source: one('no form changes it'),
    strategy: one('no form changes it'),
    ownerUserId: one('no form changes it'),
    shareBps: 'two',
    status: one('pausing and reopening move no money; retiring a copied trader is an act of its own'),
    logCompleteUntil: 'two',
    createdAt: one('no form changes it'),
  },
} as const satisfies Record<string, Record<string, ColumnRule>>;

/** A term's name in a sentence: `dailyBps` is "daily percent". */
const TERM_NAMES: Record<string, string> = {
  dailyBps: 'daily percent',
  minimumCapital: 'minimum capital',
  shareBps: 'leader’s share',
  fee: 'charge',
  enabled: 'on or off',
  firstName: 'first name',
  lastName: 'last name',
  imageFileId: 'picture',
};

/**
 * Of what changes between two states of one row, what one person may not change.
 * @param copied whether copies that hold money follow what the row is about
 */
export function termsForTwo(
  table: keyof typeof TERMS,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  copied = false,
): string[] {
  const rules: Record<string, ColumnRule> = TERMS[table];
  return Object.entries(after)
    .filter(([column, value]) => value !== before[column])
    .filter(([column, value]) => {
      const rule = rules[column];
      // A column without a rule is treated as the strictest one; the test of the table names it.
      if (rule === undefined || rule === 'two') return true;
      return (rule === 'two-to-turn-on' && value === true) || (rule === 'two-while-copied' && copied);
    })
    .map(([column]) => TERM_NAMES[column] ?? column);
}
