import { expect, test } from 'vitest';
import { ageText } from './ageText';

test.each([
  [-5_000, '< 1 min'],
  [59_999, '< 1 min'],
  [60_000, '1 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [86_399_999, '23 h'],
  [86_400_000, '1 day'],
  [3 * 86_400_000, '3 days'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});
