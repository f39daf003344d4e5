import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { termsForTwo } from './columnRules';
import { ACT_RIGHTS, actRight, differsByMore, MOVES, numbersDiffer, POLICY, reasonsForTwo } from './policy';

const LIMITS = {
  receivedDiffersBps: 500,
  deposit: 10_000_00n,
  withdrawal: 5_000_00n,
  depositsDay: 50_000_00n,
  withdrawalsDay: 25_000_00n,
  userDepositsWeek: 25_000_00n,
  userWithdrawalsWeek: 10_000_00n,
};
const DEPOSIT = { stated: 100_00n, received: 100_00n, hasProof: true, sums: { day: 100_00n, week: 100_00n } };
const WITHDRAWAL = {
  amount: 100_00n,
  newAddress: false,
  newMoney: false,
  ownDeposit: false,
  sums: { day: 100_00n, week: 100_00n },
};

describe('a deposit', () => {
  test.each([
    ['as stated, with a proof', {}, 0],
    ['without a proof', { hasProof: false }, 1],
    ['of exactly the limit', { stated: 10_000_00n, received: 10_000_00n }, 0],
    ['a cent above the limit', { stated: 10_000_00n, received: 10_000_01n }, 1],
    ['that brings the day to its limit', { sums: { day: 50_000_00n, week: 0n } }, 0],
    ['that brings the day a cent over', { sums: { day: 50_000_01n, week: 0n } }, 1],
    ['that brings the week of the user to its limit', { sums: { day: 0n, week: 25_000_00n } }, 0],
    ['that brings the week of the user a cent over', { sums: { day: 0n, week: 25_000_01n } }, 1],
    ['wrong in every way', { hasProof: false, received: 60_000_00n, sums: { day: 60_000_00n, week: 60_000_00n } }, 5],
  ])('%s has as many reasons as it should', (_, facts, count) => {
    expect(reasonsForTwo('deposit-approve', { ...DEPOSIT, ...facts }, LIMITS)).toHaveLength(count);
  });

  test('differs by more than a share exactly when the difference is larger, above and below', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 10_000 }), (stated, received, bps) => {
        const difference = Number(stated > received ? stated - received : received - stated);
        const exact = difference / Number(stated) - bps / 10_000;
        fc.pre(Math.abs(exact) > 1e-9);
        expect(differsByMore(stated, received, bps)).toBe(exact > 0);
      }),
    );
  });
});

describe('a withdrawal', () => {
  test.each([
    ['small, to a known address', {}, 0],
    ['of exactly the limit', { amount: 5_000_00n }, 0],
    ['a cent above it', { amount: 5_000_01n }, 1],
    ['to a new address', { newAddress: true }, 1],
    ['of money that is new', { newMoney: true }, 1],
    ['of a user whose money the same administrator let in alone', { ownDeposit: true }, 1],
    ['that brings the day a cent over', { sums: { day: 25_000_01n, week: 0n } }, 1],
    ['that brings the week of the user a cent over', { sums: { day: 0n, week: 10_000_01n } }, 1],
    ['at both sums exactly', { sums: { day: 25_000_00n, week: 10_000_00n } }, 0],
  ])('%s has as many reasons as it should', (_, facts, count) => {
    expect(reasonsForTwo('withdrawal-approve', { ...WITHDRAWAL, ...facts }, LIMITS)).toHaveLength(count);
  });
});

test('what always takes two has one reason, whatever the limits are', () => {
  const facts = ['deposit-approve', 'withdrawal-approve', 'trader-create', 'trader-retire', 'announce', 'maintenance'];
  const others = Object.keys(POLICY).filter((act) => !facts.includes(act) && !act.endsWith('-change'));
  for (const act of [...others, 'rate-change']) {
    expect([act, reasonsForTwo(act as 'credit', null, LIMITS)]).toEqual([act, [expect.stringMatching(/^\w+/)]]);
  }
});

test('a trader needs two once there is a capital or a copy', () => {
  expect(reasonsForTwo('trader-create', { capital: null }, LIMITS)).toEqual([]);
  expect(reasonsForTwo('trader-create', { capital: 1n }, LIMITS)).toHaveLength(1);
  expect(reasonsForTwo('trader-retire', { copies: 0 }, LIMITS)).toEqual([]);
  expect(reasonsForTwo('trader-retire', { copies: 1 }, LIMITS)).toEqual(['it ends 1 copy']);
});

test('what investors would act on needs two, and what the staff reads, or a bare stop, needs one', () => {
  expect(reasonsForTwo('announce', { toInvestors: true }, LIMITS)).toHaveLength(1);
  expect(reasonsForTwo('announce', { toInvestors: false }, LIMITS)).toEqual([]);
  expect(reasonsForTwo('maintenance', { hasText: true }, LIMITS)).toHaveLength(1);
  expect(reasonsForTwo('maintenance', { hasText: false }, LIMITS)).toEqual([]);
});

test('terms: what scales takes two, a name takes one, and on takes two where off takes one', () => {
  const plan = { name: 'gold', dailyBps: 100, enabled: true };
  expect(termsForTwo('plan', plan, { ...plan, name: 'Gold' })).toEqual([]);
  expect(termsForTwo('plan', plan, { ...plan, name: 'Gold', dailyBps: 101 })).toEqual(['daily percent']);
  expect(termsForTwo('plan', plan, { ...plan, enabled: false })).toEqual([]);
  expect(termsForTwo('plan', { ...plan, enabled: false }, plan)).toEqual(['on or off']);
  expect(termsForTwo('withdrawal-method', { enabled: true }, { enabled: false })).toEqual(['on or off']);
  expect(termsForTwo('deposit-method', { name: 'Bitcoin' }, { name: 'Pay to 1A1zP1eP' })).toEqual(['name']);
  // A column that the table does not know is treated as the strictest.
  expect(termsForTwo('plan', plan, { ...plan, cashback: 1 })).toEqual(['cashback']);
});

test('who a trader is takes two once copies follow them, and one before', () => {
  const trader = { firstName: 'Mia', lastName: 'Stone', nationality: 'Malta', imageFileId: null, declared: null };
  const other = { firstName: 'Bea', lastName: 'Moss', nationality: 'Wales', imageFileId: 'f', declared: {} };
  expect(termsForTwo('trader', trader, other)).toEqual([]);
  expect(termsForTwo('trader', trader, other, true)).toEqual(['first name', 'last name', 'nationality', 'picture']);
  expect(termsForTwo('trader', trader, { ...trader }, true)).toEqual([]);
});

test('an act that changes terms needs two for those it names, and none for none', () => {
  for (const act of ['plan-change', 'deposit-method-change', 'withdrawal-method-change', 'trader-change'] as const) {
    expect(reasonsForTwo(act, { terms: [] }, LIMITS)).toEqual([]);
    expect(reasonsForTwo(act, { terms: ['fee', 'days'] }, LIMITS)).toEqual([
      expect.stringMatching(/^it changes fee, days of an? \w+/),
    ]);
  }
});

test('exactly the share that may differ is not more than it', () => {
  expect(differsByMore(100n, 105n, 500)).toBe(false);
  expect(differsByMore(100n, 95n, 500)).toBe(false);
  expect(differsByMore(10_000n, 10_501n, 500)).toBe(true);
  expect(differsByMore(100n, 100n, 0)).toBe(false);
});

describe('changed numbers want a reason', () => {
  test.each<[string, unknown, unknown, boolean]>([
    ['by exactly 5%', 100n, 105n, false],
    ['by more', 100n, 106n, true],
    ['of two kinds', 100, 106n, true],
    ['not at all', 100, 100, false],
    ['taken away', 100, null, true],
    ['given where none was', null, 100n, true],
    ['none before and after', null, null, false],
    ['of a text that is no number', 'gold', 'Gold', false],
    ['of a text taken away', 'gold', null, false],
    ['of a text given', null, 'gold', false],
    ['of a flag', true, false, false],
  ])('%s', (_, was, value, wants) => {
    expect(numbersDiffer({ value: was }, { value })).toBe(wants);
    // One among others is enough.
    expect(numbersDiffer({ value: was, more: 1n }, { value, more: 1n })).toBe(wants);
  });
});

test('each act has a right, and what is no act has none', () => {
  expect(Object.keys(ACT_RIGHTS).sort()).toEqual(Object.keys(POLICY).sort());
  for (const [act, right] of Object.entries(ACT_RIGHTS)) {
    expect(actRight(act)).toBe(right);
    expect(right).toMatch(/^[a-z]+:(change|decide)$/);
  }
  expect([actRight('credit'), actRight('withdrawal-approve')]).toEqual(['balances:change', 'payments:decide']);
  expect([actRight('no such act'), actRight('toString')]).toEqual([null, null]);
});

test('each kind of journal comes of an act, or says why one person is enough', () => {
  expect(Object.keys(MOVES).sort()).toEqual(Object.keys(JOURNAL_KINDS).sort());
  for (const [kind, cover] of Object.entries(MOVES)) {
    if (typeof cover === 'string') expect([kind, Object.hasOwn(POLICY, cover)]).toEqual([kind, true]);
    else expect([kind, cover.one]).toEqual([kind, expect.stringMatching(/^\w+ .{10,}/)]);
  }
  // What creates money for a user, or lets it leave, is never one person's.
  for (const kind of [
    'operator-credit',
    'operator-profit',
    'deposit',
    'withdrawal-approved',
    'reserve-taken-back',
  ] as const)
    expect([kind, typeof MOVES[kind]]).toEqual([kind, 'string']);
});
