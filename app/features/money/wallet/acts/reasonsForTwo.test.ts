import { describe, expect, test } from 'vitest';
import { findDepositReasons, findWithdrawalReasons } from './reasonsForTwo';

const LIMITS = {
  receivedDiffersBps: 500,
  deposit: 10_000_00n,
  withdrawal: 5_000_00n,
  depositsDay: 50_000_00n,
  withdrawalsDay: 25_000_00n,
  userDepositsWeek: 25_000_00n,
  userWithdrawalsWeek: 10_000_00n,
};
const DEPOSIT = {
  stated: 100_00n,
  received: 100_00n,
  coin: null,
  hasProof: true,
  provesAnother: false,
  highRisk: false,
  isHeld: false,
  arrived: 1_000n,
  worth: 100_00n,
  isFirstDeposit: false,
  sums: { day: 100_00n, week: 100_00n },
};
const WITHDRAWAL = {
  amount: 100_00n,
  newAddress: false,
  newMoney: false,
  ownDeposit: false,
  highRisk: false,
  sums: { day: 100_00n, week: 100_00n },
};

describe('a deposit', () => {
  test.each([
    ['as stated, with a proof', {}, 0],
    ['without a proof', { hasProof: false }, 1],
    ['with the proof of another', { provesAnother: true }, 1],
    ['of a user of high risk', { highRisk: true }, 1],
    ['of money that may be held already', { isHeld: true }, 1],
    ['of coin within a twentieth', { coin: { requested: 1_000n, received: 1_050n } }, 0],
    ['of more coin than requested', { coin: { requested: 1_000n, received: 1_051n } }, 1],
    ['of a hundredth of the coin requested', { coin: { requested: 1_000n, received: 10n } }, 1],
    ['of a coin worth 5% less', { worth: 95_23n }, 1],
    ['of a coin of no known worth', { worth: null }, 1],
    ['whose coin nobody entered', { arrived: null, worth: null }, 0],
    ['of somebody new who knows its transaction', { isFirstDeposit: true }, 1],
    ['of exactly the limit', { stated: 10_000_00n, received: 10_000_00n, worth: 10_000_00n }, 0],
    ['a cent above the limit', { stated: 10_000_00n, received: 10_000_01n, worth: 10_000_00n }, 1],
    ['that brings the day to its limit', { sums: { day: 50_000_00n, week: 0n } }, 0],
    ['that brings the day a cent over', { sums: { day: 50_000_01n, week: 0n } }, 1],
    ['that brings the week of the user to its limit', { sums: { day: 0n, week: 25_000_00n } }, 0],
    ['that brings the week of the user a cent over', { sums: { day: 0n, week: 25_000_01n } }, 1],
    ['wrong in every way', { hasProof: false, received: 60_000_00n, sums: { day: 60_000_00n, week: 60_000_00n } }, 6],
  ])('%s needs the expected number of reasons', (_, facts, count) => {
    expect(findDepositReasons({ ...DEPOSIT, ...facts }, LIMITS)).toHaveLength(count);
  });
});

describe('a withdrawal', () => {
  test.each([
    ['small, to a known address', {}, 0],
    ['of exactly the limit', { amount: 5_000_00n }, 0],
    ['a cent above it', { amount: 5_000_01n }, 1],
    ['to a new address', { newAddress: true }, 1],
    ['of a user of high risk', { highRisk: true }, 1],
    ['of money that is new', { newMoney: true }, 1],
    ['of a user whose money the same administrator let in alone', { ownDeposit: true }, 1],
    ['that brings the day a cent over', { sums: { day: 25_000_01n, week: 0n } }, 1],
    ['that brings the week of the user a cent over', { sums: { day: 0n, week: 10_000_01n } }, 1],
    ['at both sums exactly', { sums: { day: 25_000_00n, week: 10_000_00n } }, 0],
  ])('%s needs the expected number of reasons', (_, facts, count) => {
    expect(findWithdrawalReasons({ ...WITHDRAWAL, ...facts }, LIMITS)).toHaveLength(count);
  });
});
