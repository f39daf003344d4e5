import { expect, test } from 'vitest';
import { ageText } from './ageText';

test.each([
  [-5_000, 'less than a minute'],
  [59_999, 'less than a minute'],
  [60_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [60 * 60_000, '1 hour'],
  [86_399_999, '23 hours'],
  [86_400_000, '1 day'],
  [3 * 86_400_000, '3 days'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});
