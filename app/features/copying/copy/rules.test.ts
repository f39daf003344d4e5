import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '~/platform/clock';
import { getCopyBalance } from './capital';
import {
  type CopyFlow,
  computeEquityAt,
  computeMaxWithdrawable,
  computeMirroredShare,
  computeResultLine,
  findWithdrawalProblem,
  getWithdrawalHoldEnd,
  isWaitOver,
  reasonCopyWouldEnd,
  sumPendingWithdrawals,
} from './rules';

const T = new Date('2026-03-02T10:00:00Z');
const at = (hours: number) => new Date(T.getTime() + hours * HOUR);
const topUp = (amount: bigint, hours: number): CopyFlow => ({ kind: 'top-up', amount, moved: amount, at: at(hours) });
const withdrawn = (amount: bigint, hours: number, moved: bigint | null = amount): CopyFlow => ({
  kind: 'take-out',
  amount,
  moved,
  at: at(hours),
});

describe('what a copy held at an instant', () => {
  const now = { equity: 1_000_00n, flows: [] as CopyFlow[], later: 0n };

  test.each<[string, CopyFlow[], bigint]>([
    ['nothing moved', [], 1_000_00n],
    ['topped up before', [topUp(300_00n, -1)], 1_000_00n],
    ['topped up at that very instant', [topUp(300_00n, 0)], 1_000_00n],
    ['topped up after', [topUp(300_00n, 1)], 700_00n],
    ['taken out before', [withdrawn(300_00n, -1)], 1_000_00n],
    ['taken out at that very instant', [withdrawn(300_00n, 0)], 1_000_00n],
    ['taken out after', [withdrawn(300_00n, 1)], 1_300_00n],
    ['asked out before and still there', [withdrawn(300_00n, -1, null)], 700_00n],
    ['asked out after and still there', [withdrawn(300_00n, 1, null)], 1_000_00n],
    ['asked out after, and losses left less of it', [withdrawn(300_00n, 1, 200_00n)], 1_200_00n],
    ['asked out before, and more than is left', [withdrawn(3_000_00n, -1, null)], 0n],
  ])('%s', (_what, flows, expected) => {
    expect(computeEquityAt({ ...now, flows }, T)).toBe(expected);
  });

  test('excludes the results of later trades', () => {
    expect(computeEquityAt({ ...now, later: 250_00n }, T)).toBe(750_00n);
    expect(computeEquityAt({ ...now, later: -250_00n }, T)).toBe(1_250_00n);
  });

  test('does not depend on money that was put in or taken out later', () => {
    const cents = fc.bigInt({ min: 1n, max: 1_000_000n });
    const later = fc.record({ put: fc.boolean(), amount: cents, hours: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(cents, fc.array(later), (held, moves) => {
        const flows = moves.map(({ put, amount, hours }) => (put ? topUp(amount, hours) : withdrawn(amount, hours)));
        const equity = moves.reduce((sum, { put, amount }) => sum + (put ? amount : -amount), held);
        expect(computeEquityAt({ equity, flows, later: 0n }, T)).toBe(held);
      }),
    );
  });
});

test('the money leaving a copy is what was requested and is still there', () => {
  expect(
    sumPendingWithdrawals([
      { ...topUp(16n, 0), moved: null },
      topUp(1n, 0),
      withdrawn(2n, 0),
      withdrawn(4n, 0, null),
      withdrawn(8n, 0, null),
    ]),
  ).toBe(12n);
});

describe('a share', () => {
  const loss = (amount: bigint) => ({ amount, type: 'loss' as const });
  test.each([
    ['of a profit counts on what was held then', { amount: 100n, type: 'profit' as const }, 500n, 9_000n, 50n],
    ['of a loss counts on what was held then', loss(100n), 500n, 9_000n, 50n],
    ['is rounded toward zero', loss(333n), 10n, 10n, 3n],
    ['of a loss is never more than was held then', loss(5_000n), 500n, 9_000n, 500n],
    ['of a loss is never more than is left now', loss(1_000n), 500n, 100n, 100n],
    ['of a profit is not bounded by what is held', { amount: 5_000n, type: 'profit' as const }, 500n, 100n, 2_500n],
    ['of a loss of exactly what is left takes it all', loss(200n), 500n, 100n, 100n],
  ])('%s', (_what, result, then, now, expected) => {
    expect(computeMirroredShare(result, { atDate: then, now }, 1_000n).amount).toBe(expected);
  });
});

describe('money that leaves a copy', () => {
  const live = { complete: null, time: T, live: true };
  test('moves at once in paper mode', () => {
    expect(getWithdrawalHoldEnd(T, { ...live, live: false })).toBeNull();
  });
  test('waits a day in live mode', () => {
    expect(getWithdrawalHoldEnd(T, live)).toEqual(new Date(T.getTime() + DAY));
  });
  test('moves at once where the log is complete up to exactly that instant', () => {
    expect(getWithdrawalHoldEnd(T, { ...live, complete: T })).toBeNull();
    expect(getWithdrawalHoldEnd(T, { ...live, complete: new Date(T.getTime() - 1) })).not.toBeNull();
  });
  test('moves at once where a day has passed since that instant', () => {
    expect(getWithdrawalHoldEnd(at(-24), live)).toBeNull();
    expect(getWithdrawalHoldEnd(new Date(T.getTime() - DAY + 1), live)).toEqual(new Date(T.getTime() + 1));
  });
  test('is released exactly when its time is up or the log is complete up to that instant', () => {
    const wait = { at: T, dueAt: at(24) };
    const justBefore = (time: Date) => new Date(time.getTime() - 1);
    expect(isWaitOver(wait, { complete: null, time: at(24) })).toBe(true);
    expect(isWaitOver(wait, { complete: justBefore(T), time: justBefore(at(24)) })).toBe(false);
    expect(isWaitOver(wait, { complete: T, time: T })).toBe(true);
    expect(isWaitOver({ at: T, dueAt: null }, { complete: null, time: at(99) })).toBe(false);
  });
});

test('a copy holds what was put in plus its results', () => {
  expect([
    getCopyBalance({ contributed: 100n, result: 7n }),
    getCopyBalance({ contributed: 100n, result: -7n }),
  ]).toEqual([107n, 93n]);
});

describe('a copy ends itself', () => {
  const copy = { contributed: 1_000_00n, result: -100_00n, floor: 900_00n, status: 'active' as const };
  const floor = 'it fell to its floor of $900.00';
  test.each([
    ['at its floor', copy, 0n, floor],
    ['not a cent above it', { ...copy, result: -99_99n }, 0n, null],
    ['below it', { ...copy, result: -500_00n }, 0n, floor],
    ['when it is paused, too', { ...copy, status: 'paused' as const }, 0n, floor],
    ['not again while it is stopping', { ...copy, status: 'stopping' as const }, 0n, null],
    ['not again once it has stopped', { ...copy, status: 'stopped' as const, result: -1_000_00n }, 0n, null],
    ['at its floor without what its owner has asked for', { ...copy, result: -50_00n }, 50_00n, floor],
    ['not above it without what was asked for', { ...copy, result: -50_00n }, 49_99n, null],
    ['when nothing is left, floor or not', { ...copy, result: -1_000_00n }, 0n, 'nothing is left in it'],
    [
      'when nothing is left, without a floor',
      { ...copy, result: -1_000_00n, floor: null },
      0n,
      'nothing is left in it',
    ],
    ['not with a cent left and no floor', { ...copy, result: -999_99n, floor: null }, 0n, null],
    ['when all that is left was asked for', { ...copy, floor: null }, 900_00n, 'nothing is left in it'],
  ])('%s', (_what, input, pendingWithdrawals, expected) => {
    expect(reasonCopyWouldEnd(input, pendingWithdrawals)).toBe(expected);
  });
});

describe('the chart of a copy', () => {
  const day = (days: number) => Date.parse('2026-03-01') + days * DAY;

  test('shows the worth less what had been put in by then, so that moved money is no result', () => {
    const days = [
      { end: day(1), equity: 1_050_00n },
      { end: day(2), equity: 1_540_00n },
      { end: day(3), equity: 1_300_00n },
    ];
    const flows = [
      { kind: 'top-up' as const, moved: 500_00n, movedAt: new Date(day(1)) },
      { kind: 'take-out' as const, moved: 200_00n, movedAt: new Date(day(2) + HOUR) },
      // Requested, and still in the copy.
      { kind: 'take-out' as const, moved: null, movedAt: null },
    ];
    expect(computeResultLine.ofDays(days, 1_300_00n, flows)).toEqual([50_00n, 40_00n, 0n]);
  });

  test('of manual results shows their sum at the end of each day', () => {
    const results = [
      { amount: 20_00n, type: 'profit' as const, at: new Date(day(0) + HOUR) },
      { amount: 5_00n, type: 'loss' as const, at: new Date(day(1)) },
      { amount: 7_00n, type: 'profit' as const, at: new Date(day(3) + HOUR) },
    ];
    const line = computeResultLine.ofResults(results, 22_00n, { from: day(0), to: day(3) });
    expect(line).toEqual([20_00n, 15_00n, 15_00n]);
    const twoADay = [...results, { amount: 1_00n, type: 'profit' as const, at: new Date(day(1) + HOUR) }];
    expect(computeResultLine.ofResults(twoADay, 22_00n, { from: day(0), to: day(3) })).toEqual([
      19_00n,
      15_00n,
      15_00n,
    ]);
    expect(computeResultLine.ofResults(results, 22_00n, { from: day(3), to: day(3) })).toEqual([]);
  });
});

test.each([
  ['what is free of positions', { free: 300_00n }, 300_00n],
  ['what leaves the trader’s minimum', { free: 900_00n }, 500_00n],
  ['all but the minimum, without positions', {}, 500_00n],
  ['not what is leaving already', { leaving: 450_00n }, 50_00n],
  ['what stays above a floor', { minimum: 100_00n, floorAfter: () => 700_00n }, 299_99n],
  [
    'what stays above a part of what was put in',
    { minimum: 0n, floorAfter: (out: bigint) => (1_000_00n - out) / 2n },
    999_99n,
  ],
  ['nothing', { leaving: 800_00n }, 0n],
])('the most that can be taken out is %s', (_, input, advice) => {
  const terms = { worth: 1_000_00n, free: null, leaving: 0n, minimum: 500_00n, floorAfter: () => 0n, ...input };
  expect(computeMaxWithdrawable(terms)).toBe(advice);
  if (advice > 0n) expect(findWithdrawalProblem(advice, terms)).toBeNull();
  expect(findWithdrawalProblem(advice + 1n, terms)).not.toBeNull();
});
