import { expect, test } from 'vitest';
import {
  accruedEarningsAccount,
  allocatedAccount,
  availableAccount,
  bookLineTitle,
  custody,
  fees,
  heldAccount,
  JOURNAL_KINDS,
  listLiabilityLines,
  payoutsAccount,
  principalAccount,
  reserve,
  trading,
  unidentifiedReceiptAccount,
} from './chartOfAccounts';

test.each([
  [custody('BTC'), { code: 'custody:BTC', owner: null, normalSide: 'debit' }],
  [availableAccount('u'), { code: 'available:u', owner: 'u', normalSide: 'credit' }],
  [heldAccount('u'), { code: 'held:u', owner: 'u', normalSide: 'credit' }],
  [principalAccount('u'), { code: 'principal:u', owner: 'u', normalSide: 'credit' }],
  [accruedEarningsAccount('u'), { code: 'accrued:u', owner: 'u', normalSide: 'credit' }],
  [allocatedAccount('c', 'u'), { code: 'allocated:c', owner: 'u', normalSide: 'credit' }],
  [trading('u'), { code: 'trading:u', owner: 'u', normalSide: 'credit' }],
  [unidentifiedReceiptAccount('line'), { code: 'unidentified:line', owner: null, normalSide: 'credit' }],
  [payoutsAccount, { code: 'payouts', owner: null, normalSide: 'credit' }],
  [reserve.free, { code: 'reserve:free', owner: null, normalSide: 'credit' }],
  [reserve.committed, { code: 'reserve:committed', owner: null, normalSide: 'credit' }],
  [reserve.market, { code: 'reserve:market', owner: null, normalSide: 'credit' }],
  [fees, { code: 'fees', owner: null, normalSide: 'credit' }],
])('assets are on the debit side, liabilities and reserves on the credit side: %o', (account, expected) => {
  expect(account).toEqual(expected);
});

test('each kind of journal has a unique display name', () => {
  const names = Object.values(JOURNAL_KINDS);
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ['custody:manual', 'Held outside the methods'],
  ['custody:practice', 'Practice money given'],
  ['custody:BTC', 'Held in BTC'],
  ['custody:USDT-TRC20', 'Held in USDT TRC20'],
  ['reserve:free', 'Free reserve'],
  ['reserve:committed', 'Committed reserve'],
  ['reserve:market', 'Market reserve'],
  ['payouts', 'Withdrawals approved and not yet paid'],
  ['unidentified', 'Unidentified receipts'],
  ['unidentified:line', 'Unidentified receipts'],
  ['fees', 'Fees'],
  ['available', 'Available'],
  ['held', 'Held for withdrawals'],
  ['principal', 'In plans'],
  ['accrued', 'Earned, not yet paid'],
  ['allocated', 'Copying traders'],
  ['trading', 'Live trading'],
  ['their custody:BTC', 'their custody:BTC'],
])('%s is an account of the books with the title "%s"', (code, title) => {
  expect(bookLineTitle(code)).toBe(title);
});

test('every account of a liability has a unique title', () => {
  const titles = listLiabilityLines().map(bookLineTitle);
  expect(new Set(titles).size).toBe(listLiabilityLines().length);
  expect(titles.filter((title) => listLiabilityLines().includes(title))).toEqual([]);
});
