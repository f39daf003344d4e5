import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BonusFacts, computeBonus, decideBonus, formatBonusDay, getMonthRange, REDUCTION_TEXTS } from './rules';

test('the bonus is the rate of what arrived, rounded down to the cent', () => {
  const cents = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (received, bps) => {
      const off = received * BigInt(bps) - computeBonus(received, bps) * 10_000n;
      expect(off >= 0n && off < 10_000n).toBe(true);
    }),
  );
  expect(computeBonus(1_000_00n, 1_000)).toBe(100_00n);
  expect(computeBonus(9n, 1_000)).toBe(0n);
  expect(computeBonus(1_000_00n, -1)).toBe(0n);
});

const facts: BonusFacts = {
  received: 1_000_00n,
  rateBps: 1_000,
  atFirst: 1_000_00n,
  lowest: 1_000_00n,
  paidFor: 0n,
  room: 10_000_00n,
  isOnePerson: false,
};

test.each<[string, Partial<BonusFacts>, bigint, bigint, string | null]>([
  ['all of it stayed', {}, 100_00n, 1_000_00n, null],
  ['half of it left', { lowest: 500_00n }, 50_00n, 500_00n, 'left'],
  ['all of it left', { lowest: 0n }, 0n, 0n, 'left'],
  ['more left than ever came', { lowest: -500_00n }, 0n, 0n, 'left'],
  ['it was there before', { paidFor: 1_000_00n }, 0n, 0n, 'counted'],
  ['half of it was there before', { paidFor: 500_00n }, 50_00n, 500_00n, 'counted'],
  ['more was there before', { paidFor: 9_000_00n }, 0n, 0n, 'counted'],
  [
    'it came on top of what was paid for',
    { atFirst: 3_000_00n, lowest: 3_000_00n, paidFor: 2_000_00n },
    100_00n,
    1_000_00n,
    null,
  ],
  [
    'it came on top of what no bonus was given for',
    { atFirst: 9_000_00n, lowest: 9_000_00n },
    100_00n,
    1_000_00n,
    null,
  ],
  ['some of what was there before left', { atFirst: 9_000_00n, lowest: 8_000_00n }, 100_00n, 1_000_00n, null],
  ['the month leaves exactly enough', { room: 100_00n }, 100_00n, 1_000_00n, null],
  ['the month leaves a cent less', { room: 99_99n }, 99_99n, 1_000_00n, 'cap'],
  ['the month leaves nothing', { room: 0n }, 0n, 1_000_00n, 'cap'],
  ['the cap was lowered below what was given', { room: -1n }, 0n, 1_000_00n, 'cap'],
  ['both are one person', { isOnePerson: true, room: 0n }, 0n, 1_000_00n, 'person'],
  ['the rate is nothing', { rateBps: 0 }, 0n, 1_000_00n, null],
])('of $1,000 at 10%%, when %s', (_, input, amount, basis, reduction) => {
  expect(decideBonus({ ...facts, ...input })).toEqual({ amount, basis, reduction });
});

test('a bonus never exceeds the rate of its deposit, the rate of what stayed, or the rest of the month’s cap', () => {
  const cents = fc.bigInt({ min: -100_000n, max: 100_000n });
  const positive = fc.bigInt({ min: 0n, max: 100_000n });
  const any = fc.record({
    received: positive,
    rateBps: fc.nat({ max: 10_000 }),
    atFirst: cents,
    lowest: cents,
    paidFor: positive,
    room: cents,
    isOnePerson: fc.boolean(),
  });
  fc.assert(
    fc.property(any, (input) => {
      const { amount, basis, reduction } = decideBonus(input);
      const stayed = input.lowest - input.paidFor;
      expect(amount >= 0n && basis >= 0n && basis <= input.received).toBe(true);
      expect(basis === 0n || basis <= stayed).toBe(true);
      expect(amount === 0n || (amount <= computeBonus(basis, input.rateBps) && amount <= input.room)).toBe(true);
      if (amount < computeBonus(input.received, input.rateBps)) expect(reduction).not.toBeNull();
      if (input.isOnePerson) expect(amount).toBe(0n);
    }),
  );
});

test('a month is in UTC, and December is followed by January', () => {
  const month = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
  expect(getMonthRange(new Date('2026-12-31T23:59:59.999Z'))).toEqual(month('2026-12-01T00:00Z', '2027-01-01T00:00Z'));
  expect(getMonthRange(new Date('2026-02-01T00:00Z'))).toEqual(month('2026-02-01T00:00Z', '2026-03-01T00:00Z'));
});

test('days and reasons are described in words', () => {
  expect(formatBonusDay(new Date('2026-04-01T23:59:59Z'))).toBe('1 April 2026');
  const words = Object.values(REDUCTION_TEXTS);
  expect(words).not.toContain('');
  expect(new Set(words).size).toBe(4);
});
