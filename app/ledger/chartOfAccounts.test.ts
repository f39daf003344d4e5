import { expect, test } from 'vitest';
import {
  accrued,
  allocated,
  available,
  bookLineTitle,
  custody,
  fees,
  held,
  JOURNAL_KINDS,
  payouts,
  principal,
  reserve,
  trading,
} from './chartOfAccounts';

test.each([
  [custody('BTC'), { code: 'custody:BTC', owner: null, normalSide: 'debit' }],
  [available('u'), { code: 'available:u', owner: 'u', normalSide: 'credit' }],
  [held('u'), { code: 'held:u', owner: 'u', normalSide: 'credit' }],
  [principal('u'), { code: 'principal:u', owner: 'u', normalSide: 'credit' }],
  [accrued('u'), { code: 'accrued:u', owner: 'u', normalSide: 'credit' }],
  [allocated('c', 'u'), { code: 'allocated:c', owner: 'u', normalSide: 'credit' }],
  [trading('u'), { code: 'trading:u', owner: 'u', normalSide: 'credit' }],
  [payouts, { code: 'payouts', owner: null, normalSide: 'credit' }],
  [reserve.free, { code: 'reserve:free', owner: null, normalSide: 'credit' }],
  [reserve.committed, { code: 'reserve:committed', owner: null, normalSide: 'credit' }],
  [reserve.market, { code: 'reserve:market', owner: null, normalSide: 'credit' }],
  [fees, { code: 'fees', owner: null, normalSide: 'credit' }],
])('what is held is on the debit side, what is owed or kept on the credit side: %o', (account, expected) => {
  expect(account).toEqual(expected);
});

test('each kind of journal has a name of its own to be read by', () => {
  const names = Object.values(JOURNAL_KINDS);
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});

test('an account of the operator has a title, and one that is held by a method names it', () => {
  const codes = ['custody:manual', 'custody:practice', 'custody:BTC', 'reserve:free', 'payouts', 'their custody:BTC'];
  expect(codes.map(bookLineTitle)).toEqual([
    'Held, not received by a method',
    'Practice money given',
    'Held in BTC',
    'Free reserve',
    'Withdrawals approved and not yet paid',
    'their custody:BTC',
  ]);
});
