import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearIfSlightlyAhead, parseDate } from './dates';

const NOW = new Date('2026-11-21T15:30:00Z');
const read = (text: string) => {
  const found = parseDate(text);
  return found.ok ? clearIfSlightlyAhead(found.value, NOW) : found.error.message.replace(/ Enter.*/, '');
};

test.each([
  ['11/20/2026', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['2026/11/20', '2026-11-20'],
  ['20.11.2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T14:30', '2026-11-20T14:30'],
  ['20-11-2026', '2026-11-20'],
  ['2026. 11. 20.', '2026-11-20'],
  ['11/20/2026, 2:05:09 PM', '2026-11-20'],
  ['\u200f20/\u200f11/\u200f2026', '2026-11-20'],
  [' 3/4/2026 ', '2026-03-04'],
  ['3.4.2026', '2026-04-03'],
  ['', ''],
])('%s is %s', (text, iso) => expect(read(text)).toBe(iso));

test.each([
  ['11/21/2026', '2026-11-21'],
  ['22/11/2026', ''],
  ['2026-11-22', ''],
  ['2026-11-22T15:30', ''],
])('%s, today or up to a day ahead, counts as now', (text, iso) => expect(read(text)).toBe(iso));

test('a date further ahead is left unchanged, so that the log refuses it', () => {
  expect(read('11/23/2026')).toBe('2026-11-23');
});

test.each(['31/31/2026', '2/30/2026', '2026/13/01', '11/20/26', 'yesterday', '20 Nov 2026', '1/2', '1.2/2026'])(
  '%s is refused with the name of the field',
  (text) => expect(read(text)).toBe(`"${text}" is not a date.`),
);

describe('dates as browsers write them', () => {
  const LOCALES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'ja-JP', 'nl-NL', 'ko-KR', 'sv-SE', 'it-IT', 'pt-BR', 'es-ES'];

  test.each(LOCALES)('of %s are parsed where the day can’t be a month', (locale) => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2026-11-19'), noInvalidDate: true }),
        (date) => {
          if (date.getUTCDate() < 13) return;
          expect(read(date.toLocaleDateString(locale, { timeZone: 'UTC' }))).toBe(date.toISOString().slice(0, 10));
        },
      ),
    );
  });
});
