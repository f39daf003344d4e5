import { expect, test } from 'vitest';
import { parseCode } from './totp.server';

test.each([
  ['123456', '123456'],
  [' 123 456\u00a0', '123456'],
  ['123-456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['१२३४५६', '123456'],
  ['１２３４５６', '123456'],
  ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'],
  ['𝟶𝟷𝟸𝟹𝟺𝟻', '012345'],
  ['\u2066123\u200b456\u2069', '123456'],
  ['12345\u200b', null],
  ['12345é', null],
  ['12345½', null],
  ['1234567', null],
  ['', null],
])('%j is the code %s of an authenticator app', (input, code) => expect(parseCode(input)).toBe(code));
