import { expect, test } from 'vitest';
import { usdField, usdInput } from './usdField';

type Terms = Parameters<typeof usdField>[1];
type Schema = ReturnType<typeof usdField> | ReturnType<typeof usdInput>;

const parse = (schema: Schema, sent: unknown) => {
  const { success, data, error } = schema.safeParse(sent);
  return success ? data : error?.issues.map(({ message }) => message).join(' ');
};
const read = (sent: unknown, terms?: Terms) => parse(usdField('Not an amount', terms), sent);
const WHOLE = { wholeOnly: 'Whole dollars, please' };

test('an amount is parsed in cents without surrounding spaces, from the minimum', () => {
  expect(read(' 1,234.56 ')).toBe(1_234_56n);
  expect(read('0.01')).toBe(1n);
  expect(read('0', { min: 0n })).toBe(0n);
  expect(read('5', { min: 500n })).toBe(500n);
});

/** Refused texts with the reason, and the reason where cents are refused too. */
const REFUSED: [sent: string | number, reason: string, reasonOfWhole?: string][] = [
  ['', 'Not an amount'],
  [
    'abc',
    'Not an amount. Enter dollars and cents, as in 1,234.50.',
    'Not an amount. Enter whole dollars, as in 1,234.',
  ],
  ['0', 'Enter at least $0.01.'],
  ['-1', 'Remove the sign.'],
  [-5, 'Remove the sign.'],
  ['+12.50', 'Remove the sign.'],
  ['$-5', 'Remove the sign.'],
  ['12.345', 'Use two decimals at most, as in 12.34.', WHOLE.wholeOnly],
  [12.345, 'Use two decimals at most, as in 12.34.', WHOLE.wholeOnly],
  [1e-7, 'Use two decimals at most, as in 12.34.', WHOLE.wholeOnly],
  ['99999999999999', 'The most is $10,000,000,000.00.'],
  [99999999999999, 'The most is $10,000,000,000.00.'],
  [1e21, 'The most is $10,000,000,000.00.'],
  [
    '0,500',
    'Use a point before decimals and commas between thousands, as in 1,234.50.',
    'Enter whole dollars, as in 1,234.',
  ],
  [
    '12,50',
    'Use a point before decimals and commas between thousands, as in 1,234.50.',
    'Enter whole dollars, as in 1,234.',
  ],
  ['1e3', 'Enter dollars and cents, as in 1,234.50.', 'Enter whole dollars, as in 1,234.'],
];

test.each(REFUSED)(
  '%j is refused with its reason, by forms and calls alike',
  (sent, reason, reasonOfWhole = reason) => {
    if (typeof sent === 'string') expect(read(sent)).toBe(reason);
    expect(parse(usdInput('Not an amount'), sent)).toBe(reason);
    if (typeof sent === 'string') expect(read(sent, WHOLE)).toContain(reasonOfWhole);
  },
);

test('a value that is neither text nor number is refused', () => {
  for (const sent of [undefined, null, true, [5], {}]) {
    expect(read(sent)).toBe('Not an amount');
    expect(parse(usdInput('Not an amount'), sent)).toBe('Not an amount');
  }
  expect(read(7)).toBe('Not an amount');
});

test('an amount below the minimum is refused with the minimum, and with cents where none are accepted', () => {
  expect(read('4.99', { min: 500n })).toBe('Enter at least $5.00.');
  expect(read('5.50', WHOLE)).toBe(WHOLE.wholeOnly);
});
