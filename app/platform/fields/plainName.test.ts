import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phoneField } from './line';
import { personNameField, placeNameField, streetField } from './nameLine';
import {
  formatFullName,
  formatGreeting,
  formatNameForMail,
  formatUsernameForMail,
  isValidPersonName,
  isValidPlaceName,
  isValidStreet,
  isValidUsername,
  MAX_NAME_LENGTH,
} from './plainName';

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
    expect([isValidPersonName(text), isValidPlaceName(text), isValidStreet(text), isValidUsername(text)]).toEqual(
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
    'Col·lell',
    'Gal·la i Col•lell',
    '買買提·阿凡提',
    'ディカプリオ・レオ',
    'ﾚｵ･ﾏﾙ',
    'བསྟན་འཛིན',
    'می\u200cخواهم',
    'क्\u200dष',
    'ක්\u200dරිෂ්ණ',
    'র\u200d্যাব',
    'Davis, Jr.',
    'Davis,Jr.',
    'Lee, PhD, M.D.',
    'Martin 3rd',
    'X Æ A-12',
    'Louis 14',
    'Pere 2º',
    'Henry Ⅷ',
    'Kumar a/l Raju',
    'Anand S/O Ravi',
    'Ann\u2011Marie',
    'Ann–Marie',
    'Jean\u00a0Luc',
    '山田\u3000太郎',
    'O`Brien',
    'O´Brien',
    'ג׳ורג׳',
    'Li＝Ann',
    'ʻOkina',
  ])('is %j', (text) => {
    expect(isValidPersonName(text)).toBe(true);
    expect(formatNameForMail(text)).toBe(text);
  });

  test.each([
    ...[
      '',
      ' ',
      '-',
      '.',
      'Ann 207',
      '2 Ann',
      'Ann2',
      'Ann 07 94',
      'An\u200dn',
      'An\u200cn',
      'می\u200c',
      'Ann//Lee',
      'Ann/',
    ],
    ...['/Ann', 'Ann,,', 'Ann·', '·Ann', 'x'.repeat(MAX_NAME_LENGTH + 1)],
  ])('is not %j', (text) => {
    expect(isValidPersonName(text)).toBe(false);
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
  'Fribourg/Freiburg',
  'Sant Cugat\u00a0del Col·lell',
])('a place is %j', (text) => expect(isValidPlaceName(text)).toBe(true));

test.each([
  '1 Canal Street',
  '12/3 St. James’s Rd., Apt. #4',
  'N1 9GU',
  '10115',
  'Unter den Linden 5',
  'Calle Mayor, 3º',
  'C/ del Col·lell, 12–14',
  'ul. Łąkowa 5/7 m.3',
  'Calle Mayor 12, 3.º B',
  '１２３ 番地・四',
  '12\u00a0Ann\u2011Marie\u00a0St',
])('a street or code is %j', (text) => expect(isValidStreet(text)).toBe(true));

test.each([
  ['ann', true],
  ['Ann-Lee_1', true],
  ['a1b', true],
  ['an', false],
  ['ann.lee', false],
  ['-ann', false],
  ['ann lee', false],
  ['x'.repeat(33), false],
])('a username: %j is %s', (text, plain) => expect(isValidUsername(text)).toBe(plain));

test.each([
  [personNameField(''), 'ann@lee', '“@” can’t be used here. Use letters'],
  [personNameField(''), 'evil.com', '“.” can’t be used here. Use letters'],
  [personNameField(''), 'Ann2', '“2” can’t be used here. Use letters'],
  [personNameField(''), 'An\u200bn', 'The hidden mark U+200B can’t be used here.'],
  [personNameField(''), 'An\u200dn', 'The hidden mark U+200D can’t be used here.'],
  [personNameField(''), 'Ann\tLee', 'The hidden mark U+0009 can’t be used here.'],
  [personNameField(''), 'Ann 😀', '“😀” can’t be used here.'],
  [placeNameField(), 'Paris:', '“:” can’t be used here. Use letters'],
  [streetField(300), '1 Canal Street; rear', '“;” can’t be used here. Use letters, digits'],
  [phoneField(), '+44 20 ext', '“e” can’t be used here. Use digits'],
])('a refused character is named: %# %j', (field, text, message) => {
  const issues = field.safeParse(text).error?.issues ?? [];
  expect([issues.length, issues[0]?.message]).toEqual([1, expect.stringContaining(message)]);
});

test.each([
  ['\u202a+44 20 7946 0000\u202c', '+44 20 7946 0000'],
  ['\ufeff+44\u00a020\u20097946\u202f0000', '+44 20 7946 0000'],
  ['＋４４（２０）７９４６－００００', '+44(20)7946-0000'],
  ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966 50 123 4567'],
  ['+44\u201120\u20137946\u22120000', '+44-20-7946-0000'],
])('the phone number %j is stored as %j', (input, stored) => expect(phoneField().parse(input)).toBe(stored));

describe('a name stored by an earlier version', () => {
  test.each(HOSTILE)('like %j is shown without addresses and hidden characters', (text) => {
    const shown = formatNameForMail(text);
    expect(shown === '' || isValidPersonName(shown.replaceAll(/\d+ ?/g, '').trim()) || /^[\d ]+$/.test(shown)).toBe(
      true,
    );
    expect(shown).not.toMatch(/[.@:/<>]/);
    expect(formatUsernameForMail(text)).not.toMatch(/[.@:/]/);
  });

  test('never contains a dot before a letter, a hidden character, or more than the maximum', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const shown = formatNameForMail(text);
        expect([...shown].length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
        expect(shown).not.toMatch(/\.\p{L}\p{M}*\p{L}|[@:<>\p{Cc}]|\/\/|[^\P{Cf}\u200c\u200d]/u);
        expect(formatNameForMail(shown)).toBe(shown);
      }),
    );
  });

  test('with nothing left is greeted without a name', () => {
    expect(formatGreeting('Ann')).toBe('Hi Ann,');
    expect(formatGreeting('https://evil.com')).toBe('Hi https evil com,');
    expect(formatGreeting('://')).toBe('Hello,');
    expect(formatFullName({ firstName: '::', lastName: '@' })).toBe('Someone without a name');
    expect(formatFullName({ firstName: 'Ann', lastName: 'evil.com' })).toBe('Ann evil com');
  });
});
