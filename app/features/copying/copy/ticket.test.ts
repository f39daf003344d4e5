import { describe, expect, test } from 'vitest';
import { listQuickShares, parseTicketStep } from './ticket';

const NONE = { held: 0n, principal: 0n, accrued: 0n, allocated: 0n, trading: 0n };
const having = (available: bigint, bound: Partial<typeof NONE> = {}) => {
  const parts = { ...NONE, ...bound, available };
  return { ...parts, funded: Object.values(parts).reduce((sum, part) => sum + part, 0n) };
};
const TERMS = { minimum: 20_000n, balances: having(100_050n), offered: null as bigint | null, positions: true };
const step = (query: string, terms = TERMS) => parseTicketStep(new URLSearchParams(query), terms);

describe('the ticket of a copy', () => {
  test('first asks for the amount, and suggests one with the usual floor', () => {
    expect(step('')).toMatchObject({
      input: { amount: '250.00', floorBps: '6000', floor: '' },
      problems: [],
      review: null,
    });
    expect(step('', { ...TERMS, positions: false }).input.floorBps).toBe('6000');
    expect(step('amount=5').problems).toEqual([]);
  });

  test('suggests a quarter of the available money, at least the minimum, and offers practice money where there is too little', () => {
    const newcomer = { ...TERMS, balances: having(0n), offered: 1_000_000n };
    expect(step('', newcomer).input.amount).toBe('2500.00');
    expect(step('', { ...TERMS, balances: having(30_000n) }).input.amount).toBe('200.00');
    expect(step('review=yes', newcomer)).toMatchObject({ problems: [], review: null });
    expect(step('review=yes&amount=100', newcomer).problems).toHaveLength(1);
    expect(step('review=yes&amount=10001', newcomer).problems).toHaveLength(1);
  });

  test('is reviewed once it is valid, with the floor in dollars', () => {
    expect(step('review=yes&amount=300').review).toEqual({
      amount: 30_000n,
      floor: 18_000n,
      floorBps: 6_000,
      capBps: null,
      daySpreadBps: 200,
      takeOver: true,
    });
    expect(
      step('review=yes&amount=300&floor=250&floorBps=9000&capBps=5000&daySpreadBps=none&takeOver=no').review,
    ).toEqual({
      amount: 30_000n,
      floor: 25_000n,
      floorBps: null,
      capBps: 5_000,
      daySpreadBps: 10_000,
      takeOver: false,
    });
    expect(step('review=yes&amount=300&floorBps=none').review).toMatchObject({ floor: undefined, floorBps: null });
  });

  test.each([
    ['amount=', 'amount', 'Amount must be a number'],
    ['amount=12.345', 'amount', 'Use two decimals at most, as in 12.34.'],
    ['amount=199.99', 'amount', 'Enter at least $200.00, the trader’s minimum.'],
    ['amount=1000.51', 'amount', 'You have $1,000.50 available. Enter at most that.'],
    ['amount=300&floor=300', 'floor', 'The floor must be below the amount. Enter less than $300.00.'],
    ['amount=300&floorBps=x', 'floorBps', 'Choose a floor, or none'],
    ['amount=300&daySpreadBps=2%', 'daySpreadBps', 'Choose the largest daily cost in spread'],
    ['amount=300&takeOver=perhaps', 'takeOver', 'Choose what happens to open positions'],
  ])('refuses %s with the amounts that would be valid', (query, name, message) => {
    expect(step(`review=yes&${query}`)).toMatchObject({ problems: [{ name, message }], review: null });
  });

  test('says how much is missing where the balance is below the minimum', () => {
    const [problem] = step('review=yes&amount=200', { ...TERMS, balances: having(5_000n) }).problems;
    expect(problem?.message).toBe('Capital not enough to copy this trader. Deposit $150.00 more.');
  });

  test('says where money is that is not available', () => {
    const balances = having(5_000n, { principal: 50_000n, accrued: 1_000n, held: 200n });
    const refusalOf = (amount: string) =>
      step(`review=yes&amount=${amount}`, { ...TERMS, balances }).problems[0]?.message;
    expect(refusalOf('200')).toBe(
      'A copy of this trader takes at least $200.00, and you have $50.00 available. $510.00 is in plans, until they end. $2.00 is held for withdrawals. Deposit $150.00 more, or come back when some of that is available.',
    );
    const enough = having(30_000n, { allocated: 7_000n, trading: 1n });
    expect(step('review=yes&amount=300.01', { ...TERMS, balances: enough }).problems[0]?.message).toBe(
      'You have $300.00 available. Enter at most that. $70.00 is booked in copies. $0.01 is booked in your own trading.',
    );
  });

  test('offers the parts of the available money that the trader accepts', () => {
    expect(listQuickShares(TERMS)).toEqual([
      { label: '25%', amount: '250.12' },
      { label: '50%', amount: '500.25' },
      { label: '100%', amount: '1000.50' },
    ]);
    expect(listQuickShares({ ...TERMS, balances: having(30_000n) }).map(({ label }) => label)).toEqual(['100%']);
    expect(listQuickShares({ ...TERMS, balances: having(0n) })).toEqual([]);
  });
});
