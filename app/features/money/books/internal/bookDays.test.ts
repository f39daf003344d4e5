import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { buildSeries } from './bookDays';

const FIRST = Date.UTC(2026, 2, 2);
const at = (days: number) => new Date(FIRST + days * DAY + 9 * 3_600_000);

test('an account without movements', () => {
  expect(buildSeries([], at(0))).toEqual([]);
});

test('balances carry over days without movements, and flows do not', () => {
  const flows = [
    { day: FIRST, name: 'reserve:free', cents: '1000' },
    { day: FIRST, name: 'liabilities', cents: '500' },
    { day: FIRST, name: 'deposit', cents: '500' },
    // PostgreSQL returns a day as text.
    { day: String(FIRST + 2 * DAY), name: 'liabilities', cents: '-200' },
    { day: String(FIRST + 2 * DAY), name: 'withdrawal-paid', cents: '200' },
  ];
  const none = { committed: 0, market: 0, deposits: 0, withdrawals: 0, copied: 0 };
  expect(buildSeries(flows, at(3))).toEqual([
    { ...none, day: '2026-03-02', liabilities: 500, free: 1000, deposits: 500 },
    { ...none, day: '2026-03-03', liabilities: 500, free: 1000 },
    { ...none, day: '2026-03-04', liabilities: 300, free: 1000, withdrawals: 200 },
    { ...none, day: '2026-03-05', liabilities: 300, free: 1000 },
  ]);
});

test('the last day equals the sum of all flows, whatever their order', () => {
  const flow = fc.record({
    day: fc.integer({ min: 0, max: 40 }).map((day) => FIRST + day * DAY),
    name: fc.constantFrom('liabilities', 'reserve:free', 'reserve:committed', 'fees', 'deposit'),
    cents: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String),
  });
  fc.assert(
    fc.property(fc.array(flow, { minLength: 1 }), (flows) => {
      const sum = (name: string) => flows.reduce((all, each) => all + (each.name === name ? Number(each.cents) : 0), 0);
      const series = buildSeries(flows, at(50));
      expect(series.at(-1)).toMatchObject({ liabilities: sum('liabilities'), free: sum('reserve:free') });
      expect(series.reduce((all, { deposits }) => all + deposits, 0)).toBe(sum('deposit'));
      expect(series).toHaveLength(51 - Math.min(...flows.map(({ day }) => (Number(day) - FIRST) / DAY)));
    }),
  );
});
