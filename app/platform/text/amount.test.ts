import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AmountFault,
  type AmountFormat,
  COIN_FORMAT,
  DOLLAR_FORMAT,
  DOLLAR_FORMAT_EITHER_MARK,
  formatPlainNumber,
  PERCENT_FORMAT,
  parseAmount,
  STATEMENT_COIN_FORMAT,
} from './amount';

const read = (text: string, format: AmountFormat) => {
  const amount = parseAmount(text, format);
  return amount.ok ? amount.value : amount.error;
};

const coins = (text: string) => BigInt(Math.round(Number(text) * 1e8));
const statement = (mark: '.' | ','): AmountFormat => ({ ...STATEMENT_COIN_FORMAT, mark });
const proven = (mark: '.' | ','): AmountFormat => ({ ...STATEMENT_COIN_FORMAT, mark, isMarkProven: true });

const ACCEPTED: [context: string, format: AmountFormat, forms: [text: string, units: bigint][]][] = [
  [
    'dollars',
    DOLLAR_FORMAT,
    [
      ['0', 0n],
      ['0.01', 1n],
      ['5.1', 510n],
      ['0500', 500_00n],
      ['1234.5', 1_234_50n],
      ['1,234', 1_234_00n],
      ['1,234.50', 1_234_50n],
      ['$1,234.50', 1_234_50n],
      ['$ 12.00 USD', 12_00n],
      ['12,345,678.90', 12_345_678_90n],
      ['$10,000,000,000.00', DOLLAR_FORMAT.max],
    ],
  ],
  [
    'coins',
    COIN_FORMAT,
    [
      ['0.0625', coins('0.0625')],
      ['.5', coins('0.5')],
      ['2.', coins('2')],
      ['1.250', coins('1.25')],
      ['1,250.5', coins('1250.5')],
      ['1,250,000', coins('1250000')],
      ['1 250', coins('1250')],
      ['3e-7', 30n],
      ['1.5E2', coins('150')],
      ['0.123456789999', 12_345_678n],
    ],
  ],
  [
    'statements with a decimal point',
    statement('.'),
    [
      ['-1,250.5', coins('-1250.5')],
      ['+0.5', coins('0.5')],
      ['−0.1', coins('-0.1')],
      ['(1,250.5)', coins('-1250.5')],
      ['1250.50-', coins('-1250.5')],
      ["1'250.5", coins('1250.5')],
      ['1.5', coins('1.5')],
      ['0.062', coins('0.062')],
    ],
  ],
  [
    'statements with a decimal comma',
    statement(','),
    [
      ['0,625', coins('0.625')],
      ['1.250,5', coins('1250.5')],
      ['-1 250,5', coins('-1250.5')],
      ['1.250.000', coins('1250000')],
    ],
  ],
  ['statements whose other cells have shown a decimal comma', proven(','), [['1.250', coins('1250')]]],
  ['statements whose other cells have shown a decimal point', proven('.'), [['1,250', coins('1250')]]],
  [
    'results of traders',
    DOLLAR_FORMAT_EITHER_MARK,
    [
      ['12.5', 12_50n],
      ['12,5', 12_50n],
      ['1.234,50', 1_234_50n],
      ['1,234.50', 1_234_50n],
      ['1.234.567', 1_234_567_00n],
    ],
  ],
  [
    'percentages',
    PERCENT_FORMAT,
    [
      ['12.5', 1_250n],
      ['60%', 6_000n],
    ],
  ],
];

const REFUSED: [context: string, format: AmountFormat, faults: Partial<Record<AmountFault, string[]>>][] = [
  [
    'dollars',
    DOLLAR_FORMAT,
    {
      empty: ['', ' ', '\n'],
      'not-number': ['$', '.', ',', 'abc', 'NaN', 'Infinity', 'null', '-'],
      sign: ['-1', '+1', '−1', '- 1', '(1)', '1-', '$-1', '-$1', '+12.50', '−1,234.50'],
      mark: ['0,500', '00,500', '0,001', '000,500', '12,50', '1,00', '1.000,00', '1000,000'],
      decimals: ['12.345', '1.001', '1.000', '1,234.567', '0.005'],
      'too-large': ['99999999999999', '10000000000.01', `1${'0'.repeat(30)}`, '9'.repeat(400), '10,000,000,000.01'],
      form: [
        ...['.5', '5.', '5..1', '1.2.3', '1e9', '1E9', '1e-2', '0x10', '0b1', '1_000', '10n', '0,500,000', '0,500.5'],
        ...['10,00.00', ',100', '1,,000', '1 000', '1\u00a0000', '１２３', '١٢٣', '½', '1\u200b0', '1\u0000'],
        ...['€5', '£5', '$$5', '5$', '5 EUR', '5%', '--1', '(1', '1)', '(-1)'],
      ],
    },
  ],
  [
    'coins',
    COIN_FORMAT,
    {
      ambiguous: ['1,250', '12,345', '999,999'],
      mark: ['0,625', '0,001', '00,500', '1,25', '1.250,5'],
      sign: ['-0.5', '+2'],
      'too-large': ['90071993', '1e30'],
      form: ['12 BTC', '0x10', '$5', '1.2.3', '1.2.3,50', '0,625,000', '12 34', '1e', '.e5', '1,250 000'],
      'not-number': ['BTC', '.'],
    },
  ],
  [
    'statements with a decimal point',
    statement('.'),
    { ambiguous: ['1,250', '-1,250'], mark: ['0,625', '1.250,5'], form: ['1.5 ETH', '100 sats', '--5', '5 DR'] },
  ],
  ['statements with a decimal comma', statement(','), { ambiguous: ['1.250'], mark: ['1.5', '0.062', '1,250.5'] }],
  [
    'results of traders',
    DOLLAR_FORMAT_EITHER_MARK,
    {
      ambiguous: ['1.234', '1,234', '12.345'],
      form: ['1.2.3,50', '1,2,3.50', '0.500.000'],
      decimals: ['0,500', '0.500', '1.234,567'],
      sign: ['-5'],
    },
  ],
  ['percentages', PERCENT_FORMAT, { mark: ['12,5', '0,500'], decimals: ['0.001'], sign: ['-5%'], form: ['5 USD'] }],
];

test.each(ACCEPTED)('accepted as %s', (_, format, forms) => {
  expect(forms.map(([text]) => [text, read(text, format)])).toEqual(forms);
});

test.each(REFUSED)('refused as %s', (_, format, faults) => {
  for (const [fault, texts] of Object.entries(faults)) {
    expect(texts.map((text) => [text, read(text, format)])).toEqual(texts.map((text) => [text, fault]));
  }
});

test('a JSON number is written without an exponent', () => {
  expect([12.345, 1e21, 1e-7, 250, 0.1 + 0.2].map(formatPlainNumber)).toEqual([
    ...['12.345', '1000000000000000000000', '0.0000001', '250', '0.30000000000000004'],
  ]);
});

test('whatever is typed, an amount is in range, and no two conventions parse it differently', () => {
  const entered = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+$ 0-9.,'eExX_()]{0,20}$/));
  const format = fc.constantFrom(DOLLAR_FORMAT, DOLLAR_FORMAT_EITHER_MARK, COIN_FORMAT, STATEMENT_COIN_FORMAT);
  fc.assert(
    fc.property(entered, format, (text, chosen) => {
      const value = read(text, chosen);
      if (typeof value !== 'bigint') return;
      expect(value >= (chosen.signed ? -chosen.max : 0n) && value <= chosen.max).toBe(true);
      // Digits separated by one comma are thousands only where they can't be decimals.
      if (/^[^.,]*\d,\d{3}$/.test(text.trim())) expect(chosen).toBe(DOLLAR_FORMAT);
    }),
    { numRuns: 200 },
  );
});
