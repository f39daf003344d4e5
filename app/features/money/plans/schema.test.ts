import { expect, test } from 'vitest';
import { investmentSchema } from './schema';

const amountOf = (amount: unknown) => {
  const parsed = investmentSchema.safeParse({ plan: 'gold', amount });
  return parsed.success ? parsed.data.amount : parsed.error.issues[0]?.message;
};

test.each(['5000', '5,000', '$5,000.00', ' 5000 '])('takes %o', (input) => {
  expect(amountOf(input)).toBe(5_000_00n);
});

test.each([undefined, '', 'abc', 'NaN', ['1', '2']])('refuses %o as a number', (input) => {
  expect(amountOf(input)).toMatch(/^Amount must be a number/);
});

test('says that cents are not taken', () => {
  expect(amountOf('500.50')).toBe('Amount must be in whole dollars, without cents');
});
