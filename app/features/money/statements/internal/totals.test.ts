import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import { computeTotals, listMonths } from './totals';

describe('the totals of a period', () => {
  it('separate money in and out from profit, bonuses and fees', () => {
    const line = (kind: JournalKind, change: bigint) => ({ kind, change });
    const lines = [
      line('deposit', 500_00n),
      line('copy-started', 0n),
      line('copy-profit', 72_00n),
      line('copy-loss', -12_00n),
      line('leader-share', -7_20n),
      line('position-cost', -30n),
      line('referral-bonus', 50_00n),
      line('operator-debit', -5_00n),
      line('withdrawal-approved', -100_00n),
      line('withdrawal-bounced', 100_00n),
    ];
    expect(computeTotals(lines)).toEqual({
      in: 500_00n,
      out: 0n,
      profit: 60_00n,
      bonuses: 50_00n,
      fees: -7_50n,
      adjustments: -5_00n,
    });
    expect(computeTotals([line('leader-share', 7_20n)]).profit).toBe(7_20n);
  });

  it('add up to the change of the balance', () => {
    const kind = fc.constantFrom(...(Object.keys(JOURNAL_KINDS) as JournalKind[]));
    fc.assert(
      fc.property(fc.array(fc.record({ kind, change: fc.bigInt({ min: -10_000n, max: 10_000n }) })), (lines) => {
        const sum = (all: bigint[]) => all.reduce((total, each) => total + each, 0n);
        expect(sum(Object.values(computeTotals(lines)))).toBe(sum(lines.map(({ change }) => change)));
      }),
    );
  });
});

describe('the months of an account', () => {
  it('start with the first one, by the calendar of the time zone', () => {
    const months = listMonths('Asia/Tokyo', new Date('2026-01-31T16:00:00Z'), new Date('2026-03-02T00:00:00Z'));
    expect(months).toEqual([
      { label: 'Mar 2026', from: '2026-03-01', to: '2026-03-31' },
      { label: 'Feb 2026', from: '2026-02-01', to: '2026-02-28' },
    ]);
    expect(listMonths('UTC', new Date('2020-01-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z'))).toHaveLength(12);
  });
});
