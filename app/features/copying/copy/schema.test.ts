import { expect, test } from 'vitest';
import { startSchema } from './schema';

test('a copy that is requested by its form needs an amount', () => {
  const trader = '01900000-0000-7000-8000-000000000000';
  expect(startSchema.safeParse({ trader, amount: '1000' }).data).toEqual({ trader, amount: 1_000_00n });
  for (const amount of [undefined, '', 'abc']) {
    expect(startSchema.safeParse({ trader, amount }).error?.issues).toMatchObject([
      { path: ['amount'], message: expect.stringMatching(/^Amount must be a number/) },
    ]);
  }
});

test('the choices for a copy of a trader with positions are parts, none, or no choice', () => {
  const input = { trader: '01900000-0000-7000-8000-000000000000', amount: '1000' };
  const all = { ...input, floorBps: '6000', capBps: 'none', takeOver: 'no' };
  expect(startSchema.parse(all)).toMatchObject({ floorBps: 6_000, takeOver: false });
  expect(startSchema.parse(all).capBps).toBeUndefined();
  for (const [field, value] of [
    ['floorBps', '-1'],
    ['floorBps', '1e3'],
    ['capBps', ''],
    ['capBps', '100000'],
    ['takeOver', 'maybe'],
  ] as const) {
    expect(startSchema.safeParse({ ...all, [field]: value }).error?.issues).toMatchObject([{ path: [field] }]);
  }
});
