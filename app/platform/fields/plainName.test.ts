import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  greeting,
  isPlainName,
  isPlainPlace,
  isPlainStreet,
  isPlainUsername,
  LONGEST_NAME,
  shownFullName,
  shownName,
  shownUsername,
} from './plainName';

/** What no name, place, street or username may hold. */
const HOSTILE = [
  'http://evil.com',
  'https://evil.com/a',
  'www.evil.com',
  'evil.com',
  'Ann evil.com',
  'evil.com.',
  'a.bc',
  '1.2.3.4',
  'ann@evil.com',
  'mailto:ann',
  'evil。com',
  'evil．com',
  'evil\u2024com',
  'Ann\u202e',
  'An\u200bn',
  'Ann\u2066',
  'Ann\ufeff',
  'Ann\u00ad',
  'Ann\u3164',
  'Ann\u034f',
  'Ann\r\nBcc: x',
  'Ann\0',
  '<b>Ann</b>',
  'Ann"',
  'a/../b:80',
  'Ann\ud800',
  'e\u0301\u0301\u0301\u0301\u0301',
  '👩‍🚀',
];

describe('a plain name', () => {
  test.each(HOSTILE)('is not %j, nor is a place, a street or a username', (text) => {
    expect([isPlainName(text), isPlainPlace(text), isPlainStreet(text), isPlainUsername(text)]).toEqual(
      Array(4).fill(false),
    );
  });

  test.each([
    'Ann',
    'Ann-Marie',
    "O'Neill",
    'D’Arcy',
    '’t Hooft',
    'J. R. R.',
    'J.R.R. Tolkien',
    'St. John',
    'Martin Luther King Jr.',
    'José',
    'Jose\u0301',
    'Nguyễn Thị Minh Khai',
    'שלום',
    'محمد',
    '山田',
    'अनिल',
    'Ø',
    'Ada Lovelace',
  ])('is %j', (text) => {
    expect(isPlainName(text)).toBe(true);
    expect(shownName(text)).toBe(text);
  });

  test.each(['', ' ', '-', '.', 'Ann 2', 'x'.repeat(LONGEST_NAME + 1)])('is not %j', (text) => {
    expect(isPlainName(text)).toBe(false);
  });
});

test.each([
  'United Kingdom',
  'Côte d’Ivoire',
  'Korea (the Republic of)',
  'Trinidad & Tobago',
  'St. Lucia',
  'Bosnia and Herzegovina',
  'Washington, D.C.',
])('a place is %j', (text) => expect(isPlainPlace(text)).toBe(true));

test.each([
  '1 Canal Street',
  '12/3 St. James’s Rd., Apt. #4',
  'N1 9GU',
  '10115',
  'Unter den Linden 5',
  'Calle Mayor, 3º',
])('a street or code is %j', (text) => expect(isPlainStreet(text)).toBe(true));

test.each([
  ['ann', true],
  ['Ann-Lee_1', true],
  ['a1b', true],
  ['an', false],
  ['ann.lee', false],
  ['-ann', false],
  ['ann lee', false],
  ['x'.repeat(33), false],
])('a username: %j is %s', (text, plain) => expect(isPlainUsername(text)).toBe(plain));

describe('a name from before', () => {
  test.each(HOSTILE)('like %j is shown without what makes an address or hides', (text) => {
    const shown = shownName(text);
    expect(shown === '' || isPlainName(shown.replaceAll(/\d+ ?/g, '').trim()) || /^[\d ]+$/.test(shown)).toBe(true);
    expect(shown).not.toMatch(/[.@:/<>]/);
    expect(shownUsername(text)).not.toMatch(/[.@:/]/);
  });

  test('never holds a dot before a letter, a mark that hides, or more than a name does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const shown = shownName(text);
        expect([...shown].length).toBeLessThanOrEqual(LONGEST_NAME);
        expect(shown).not.toMatch(/\.\p{L}\p{M}*\p{L}|[@:/<>\p{Cf}\p{Cc}]/u);
        expect(shownName(shown)).toBe(shown);
      }),
    );
  });

  test('that has nothing left is greeted without it', () => {
    expect(greeting('Ann')).toBe('Hi Ann,');
    expect(greeting('https://evil.com')).toBe('Hi https evil com,');
    expect(greeting('://')).toBe('Hello,');
    expect(shownFullName({ firstName: '::', lastName: '@' })).toBe('Someone without a name');
    expect(shownFullName({ firstName: 'Ann', lastName: 'evil.com' })).toBe('Ann evil com');
  });
});
