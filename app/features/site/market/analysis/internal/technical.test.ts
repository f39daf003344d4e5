import { expect, test } from 'vitest';
import { countReadings, evaluateRules, getOverallVerdict } from './technical';

const rising = Array.from({ length: 250 }, (_, index) => 100 * 1.002 ** index);

test('a price that only rises is above every average, and the oscillator warns', () => {
  const { averages, oscillators } = evaluateRules(rising);
  expect(countReadings(averages)).toEqual({ buy: 12, neutral: 0, sell: 0 });
  expect(oscillators.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['Relative strength, RSI (14)', 'sell'],
    ['Convergence, MACD (12, 26, 9)', 'buy'],
    ['Momentum (10)', 'buy'],
  ]);
});

test('a price that falls ever faster gives the opposite signals', () => {
  const { averages, oscillators } = evaluateRules(rising.map((price) => 300 - price));
  expect(countReadings([...averages, ...oscillators])).toEqual({ buy: 1, neutral: 0, sell: 14 });
});

test('a constant price gives no signal', () => {
  const { averages, oscillators } = evaluateRules(rising.map(() => 100));
  const count = countReadings([...averages, ...oscillators]);
  expect(count).toEqual({ buy: 0, neutral: 15, sell: 0 });
  expect(getOverallVerdict(count)).toBe('Neutral');
});

test('rules without enough prices are omitted', () => {
  expect(evaluateRules([])).toEqual({ averages: [], oscillators: [] });
  const { averages, oscillators } = evaluateRules(rising.slice(0, 25));
  expect(averages.map(({ name }) => name)).toEqual([
    'Simple average (10)',
    'Exponential average (10)',
    'Simple average (20)',
    'Exponential average (20)',
  ]);
  expect(oscillators).toHaveLength(2);
});

test.each([
  [{ buy: 14, neutral: 1, sell: 0 }, 'Strong buy'],
  [{ buy: 9, neutral: 0, sell: 6 }, 'Buy'],
  [{ buy: 8, neutral: 0, sell: 7 }, 'Neutral'],
  [{ buy: 4, neutral: 2, sell: 9 }, 'Sell'],
  [{ buy: 0, neutral: 0, sell: 3 }, 'Strong sell'],
  [{ buy: 0, neutral: 0, sell: 0 }, 'Neutral'],
])('%o is called %s', (count, words) => {
  expect(getOverallVerdict(count)).toBe(words);
});
