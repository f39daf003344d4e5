import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSeries, encodeSeries } from './series';

test('an encoded series is decoded to the same numbers', () => {
  expect([encodeSeries([100, 98, 98, 103]), encodeSeries([])]).toEqual(['100 -2 0 5', '']);
  const instants = fc.array(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }));
  fc.assert(
    fc.property(instants, (values) => {
      expect(decodeSeries(encodeSeries(values))).toEqual(values);
    }),
  );
});
