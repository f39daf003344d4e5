import { expect, test } from 'vitest';
import { emailLine, unvalidatedEmailField } from './line';
import { parseEmailAddress } from './mailAddress';

test.each([
  ['ann@müller.de', 'ann@xn--mller-kva.de'],
  ['ann@mu\u0308ller.de', 'ann@xn--mller-kva.de'],
  ['ann@XN--MLLER-KVA.de', 'ann@xn--mller-kva.de'],
  ['b@пример.рф', 'b@xn--e1afmkfd.xn--p1ai'],
  ['b@xn--e1afmkfd.xn--p1ai', 'b@xn--e1afmkfd.xn--p1ai'],
  ['c@例え.テスト', 'c@xn--r8jz45g.xn--zckzah'],
  ['c@例え。テスト', 'c@xn--r8jz45g.xn--zckzah'],
  ['c@straße.de', 'c@xn--strae-oqa.de'],
  ['c@مثال.إختبار', 'c@xn--mgbh0fb.xn--kgbechtv'],
  ['c@نامه\u200cای.com', 'c@xn--mgba3gch31f060k.com'],
  ['r&d@example.com', 'r&d@example.com'],
  ['e=1/2@example.com', 'e=1/2@example.com'],
  ["a.!#$%'*+?^_`{|}~-@example.com", "a.!#$%'*+?^_`{|}~-@example.com"],
  ['\u200bann@example.com\ufeff', 'ann@example.com'],
  ['\u202aann@exam\u00adple.com\u202c', 'ann@example.com'],
  ['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ann@example.com'],
])('%j is the address %s wherever it is typed', (input, stored) => {
  expect(parseEmailAddress(input)).toBe(stored);
  expect(unvalidatedEmailField('').parse(input)).toBe(stored);
  expect(emailLine('').parse(input)).toBe(stored);
});

test.each([
  ['jörg@example.com', '“ö” can’t be used before the @'],
  ['ann@müller', 'Enter an email address'],
  ['ann@1.2.3.4', 'Enter an email address'],
  ['ann@0x7f.1', 'Enter an email address'],
  ['ann@example.com:80', 'Enter an email address'],
  ['ann@exa/mple.com', 'Enter an email address'],
  ['ann@%65xample.com', 'Enter an email address'],
  ['ann@-example.com', 'Enter an email address'],
  ['ann@xn--a.com', 'Enter an email address'],
  ['.ann@example.com', 'Enter an email address'],
  ['a..n@example.com', 'Enter an email address'],
  ['@example.com', 'Enter an email address'],
  ['ann@bob@example.com', 'Enter an email address'],
  ['ann@\u202eexample.com, b@example.com', 'Enter an email address'],
])('%j is no address: %s', (input, message) => {
  expect(parseEmailAddress(input)).toBeNull();
  expect(
    emailLine('')
      .safeParse(input)
      .error?.issues.map((issue) => issue.message)
      .join(),
  ).toContain(message);
});
