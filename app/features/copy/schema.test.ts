import { expect, test } from 'vitest';
import { startSchema } from './schema';

test('a copy that is asked for on its form says its amount', () => {
  const trader = '01900000-0000-7000-8000-000000000000';
  expect(startSchema.safeParse({ trader, amount: '1000' }).data).toEqual({ trader, amount: 1_000_00n });
  for (const amount of [undefined, '', 'abc']) {
    expect(startSchema.safeParse({ trader, amount }).error?.issues).toMatchObject([
      { path: ['amount'], message: 'Amount must be a number' },
    ]);
  }
});
