import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smaller } from '../money';
import { findLowest, type SumChange } from './lowest';

const at = (minute: number) => new Date(minute * 60_000);
const change = (minute: number, cents: number): SumChange => ({ at: at(minute), change: BigInt(cents) });

test.each([
  ['nothing ever happened', [], 0, 9, 0, 0],
  ['it only grew', [change(0, 5), change(1, 5)], 0, 9, 5, 5],
  ['it fell and came back', [change(0, 5), change(1, -4), change(2, 4)], 0, 9, 5, 1],
  ['it fell at the first instant', [change(0, 5), change(0, -4), change(2, 4)], 0, 9, 1, 1],
  ['it fell at the last instant', [change(0, 5), change(9, -4)], 0, 9, 5, 1],
  ['it fell after the last instant', [change(0, 5), change(10, -4)], 0, 9, 5, 5],
  ['it had fallen before', [change(0, 5), change(1, -4), change(2, 4)], 2, 9, 5, 5],
  ['it went below nothing', [change(0, 5), change(1, -9)], 0, 9, 5, -4],
])('when %s, it is the lowest of the interval', (_, changes, from, to, atFirst, lowest) => {
  expect(findLowest(changes, at(from), at(to))).toEqual({ atFirst: BigInt(atFirst), lowest: BigInt(lowest) });
});

test('it equals the lowest of all minutes', () => {
  const step = fc.record({ wait: fc.nat({ max: 3 }), cents: fc.integer({ min: -50, max: 50 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.nat({ max: 20 }), fc.nat({ max: 20 }), (steps, from, length) => {
      let minute = 0;
      const changes = steps.map(({ wait, cents }) => {
        minute += wait;
        return change(minute, cents);
      });
      const sums: bigint[] = [];
      for (const [index, each] of changes.entries()) {
        const sum = (sums[index - 1] ?? 0n) + each.change;
        sums.push(sum);
      }
      const before = (when: number) => changes.filter((each) => each.at <= at(when)).length;
      const seen = [sums[before(from) - 1] ?? 0n, ...sums.slice(before(from), before(from + length))];
      const lowest = seen.reduce(smaller);
      expect(findLowest(changes, at(from), at(from + length))).toEqual({ atFirst: seen[0], lowest });
    }),
  );
});
